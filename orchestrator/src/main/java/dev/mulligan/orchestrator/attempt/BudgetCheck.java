package dev.mulligan.orchestrator.attempt;

import dev.mulligan.guard.Budget;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import dev.mulligan.store.run.Flows;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Asked before every paid call, from what is stored: a resumed run does not start its budget anew. */
public class BudgetCheck {

    private final RunLog log;

    public BudgetCheck(RunLog log) {
        this.log = log;
    }

    /** The limit that is used up, if one is. */
    public Optional<BudgetExceeded> over(Claim claim) {
        String runId = claim.scope().runId();
        Budget.Limits limits = claim.scope().plan().budget();
        Flows.Spent spent = log.flows().spent(runId);
        Instant now = log.clock().instant();
        Duration age = Duration.between(
                log.flows().find(runId).map(flow -> flow.createdAt()).orElse(now), now);
        if (limits.money().isPresent()
                && spent.costMicros() >= limits.money().get().micros()) {
            return over("money", spent.costMicros(), limits.money().get().micros());
        }
        if (limits.attempts().isPresent()
                && spent.attempts() >= limits.attempts().get()) {
            return over("attempts", spent.attempts(), limits.attempts().get());
        }
        if (limits.calls().isPresent() && spent.attempts() >= limits.calls().get()) {
            return over("calls", spent.attempts(), limits.calls().get());
        }
        return limits.time()
                .filter(most -> age.compareTo(most) >= 0)
                .flatMap(most -> over("time", age.toMillis(), most.toMillis()));
    }

    private static Optional<BudgetExceeded> over(String kind, long used, long limit) {
        return Optional.of(new BudgetExceeded("run", kind, used, limit));
    }
}
