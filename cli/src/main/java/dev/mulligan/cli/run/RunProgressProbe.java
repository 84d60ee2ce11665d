package dev.mulligan.cli.run;

import dev.mulligan.attempt.Time;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.run.RunStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether anybody carries a run on. A program without work leaves no sign in the store, but it takes what is due within half
 * a second: so it is looked for a little longer.
 */
final class RunProgressProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final int PAGE = 1_000;

    private final EventStore store;
    private final String runId;
    private final Time time;
    private final Set<Flows.Held> heldBefore;

    /** To be made before the run has something new to do. */
    RunProgressProbe(EventStore store, String runId, Time time) {
        this.store = store;
        this.runId = runId;
        this.time = time;
        this.heldBefore = held();
    }

    private Set<Flows.Held> held() {
        Set<Flows.Held> held = new HashSet<>(store.flows().held());
        held.removeIf(work -> work.worker().isEmpty()
                || !(work.work().equals(runId) || work.work().startsWith(runId + "/")));
        return held;
    }

    /** What a person should know about who goes on with it. */
    String found() throws InterruptedException {
        long position = store.position();
        long end = time.nanos() + PATIENCE.toNanos();
        do {
            Optional<RunStatus> over =
                    store.flows().find(runId).map(FlowRow::status).filter(RunStatus::isOver);
            if (over.isPresent()) {
                return "the run is over: " + over.get();
            }
            if (!heldBefore.containsAll(held()) || hasMovedSince(position)) {
                return "the run goes on";
            }
            time.sleep(EVERY);
        } while (end - time.nanos() > 0);
        return heldBefore.stream()
                .flatMap(work -> work.worker().stream())
                .findFirst()
                .map(worker -> "it is the turn of " + worker + ", which holds another step of the run")
                .orElse("no program carries the run out now. Go on with: mulligan resume " + runId);
    }

    private boolean hasMovedSince(long position) {
        return store.since(position, PAGE).stream()
                .anyMatch(next -> next.recorded().runId().equals(runId));
    }
}
