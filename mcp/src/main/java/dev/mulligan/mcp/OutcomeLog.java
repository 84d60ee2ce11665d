package dev.mulligan.mcp;

import dev.mulligan.event.Event;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.learn.LearningIds;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.PrivateFiles;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes outcomes to a trace and the store, as one run for each connected agent. */
final class OutcomeLog {

    private static final int MOST_RECORDS = 100_000;

    private final Path home;
    private final String runId;
    private final EventStore store;
    private final InstantSource clock;
    private long seq;

    OutcomeLog(Path home, String runId, EventStore store, InstantSource clock) {
        this.home = home;
        this.runId = runId;
        this.store = store;
        this.clock = clock;
    }

    /** Returns the id of the learning record. */
    synchronized String record(
            String stage,
            String signature,
            String error,
            Optional<String> strategy,
            String fix,
            List<String> files,
            boolean success)
            throws IOException {
        Instant now = clock.instant();
        String id = LearningIds.next(
                now,
                store.views().learnings(Optional.empty(), MOST_RECORDS).stream()
                        .map(LearningRecorded::id)
                        .toList());
        String operation = "mcp-" + id;
        Failure failure = Failure.of(FailureType.TOOL_FAILURE, false, error, Action.REPHRASE, "mcp.reported")
                .withSignature(signature);
        Optional<Failure> still = success ? Optional.empty() : Optional.of(failure);
        List<Event> events = List.of(
                attempt(operation, stage, 1, Optional.empty(), Optional.of(failure)),
                attempt(operation, stage, 2, strategy, still),
                StepFinished.of(operation, stage)
                        .ended(success)
                        .attempts(2)
                        .failure(still)
                        .build(),
                LearningRecorded.of(id, stage)
                        .failure(signature, error)
                        .files(files)
                        .tried(2, success ? List.of() : List.of(fix))
                        .worked(success ? Optional.of(fix) : Optional.empty())
                        .build());
        List<Recorded> recorded = new ArrayList<>();
        for (Event event : events) {
            recorded.add(new Recorded(runId, ++seq, now, event));
        }
        PrivateFiles.hiddenFolder(home);
        try (TraceWriter trace =
                TraceWriter.open(RunFolder.of(home, runId).path(), EventJson.standard(), TraceWriter.Sync.MILESTONES)) {
            for (Recorded one : recorded) {
                trace.append(one);
            }
        }
        store.append(recorded);
        return id;
    }

    private static AttemptFinished attempt(
            String operation, String stage, int number, Optional<String> strategy, Optional<Failure> failure) {
        return AttemptFinished.of(operation, stage, number)
                .strategy(strategy)
                .ended(failure)
                .build();
    }
}
