package dev.mulligan.orchestrator.engine;

import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.store.run.FlowWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Attempts and episodes that nobody will finish any more end with the reason: whatever starts, ends. */
final class OpenWork {

    private OpenWork() {}

    /** @param prefix of the operations, such as {@code step/} */
    static List<Event> ended(FlowWriter rows, String runId, String prefix, String project, String why, Instant now) {
        Failure failure = Failure.of(FailureType.RESOURCE, false, why, Action.STOP, "run.cut-off");
        List<Event> events = new ArrayList<>();
        for (FlowWriter.OpenAttempt open : rows.openAttempts(runId, prefix)) {
            events.add(AttemptFinished.of(open.operation(), open.stage(), open.attempt())
                    .ended(Optional.of(failure))
                    .took(Math.max(0, now.toEpochMilli() - open.startedAt()))
                    .model(Optional.of(open.model()).filter(model -> !model.isEmpty()))
                    .project(project)
                    .build());
        }
        rows.openEpisodes(runId, prefix)
                .forEach((operation, attempts) -> events.add(new RetryExhausted(
                        operation, attempts, GiveUpReason.CANCELLED, why, failure, Optional.empty())));
        return events;
    }
}
