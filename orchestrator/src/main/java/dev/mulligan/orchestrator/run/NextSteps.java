package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanGraph;
import dev.mulligan.store.run.FlowStepRow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which steps come next. Pure. */
public final class NextSteps {

    private NextSteps() {}

    /** {@code over}: nothing runs, nothing waits, and nothing more can start */
    public record Next(List<String> ready, boolean over) {}

    public static Next next(Plan plan, List<FlowStepRow> rows) {
        Set<String> done = new LinkedHashSet<>();
        Set<String> taken = new LinkedHashSet<>();
        boolean busy = false;
        for (FlowStepRow row : rows) {
            switch (row.status()) {
                case PASSED, SKIPPED -> done.add(row.stepId());
                case OPEN -> {}
                case FAILED -> taken.add(row.stepId());
                case SCHEDULED, RUNNING, WAITING -> {
                    taken.add(row.stepId());
                    busy = true;
                }
            }
        }
        List<String> ready = PlanGraph.of(plan.steps()).ready(done, taken);
        return new Next(ready, ready.isEmpty() && !busy);
    }
}
