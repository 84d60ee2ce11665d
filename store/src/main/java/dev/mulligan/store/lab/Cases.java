package dev.mulligan.store.lab;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.store.trace.Recorded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gathers cases from events, one at a time, in the order they were recorded. */
public final class Cases {

    private static final class Open {
        private final List<Failure> failures = new ArrayList<>();
        private long waitedMs;
    }

    private final Map<List<String>, Open> open = new HashMap<>();
    private final List<Case> closed = new ArrayList<>();
    private final Map<List<String>, Long> costs = new HashMap<>();
    private long untroubled;

    public void add(Recorded recorded) {
        if (recorded.event() instanceof AttemptFinished done && done.costMicros() > 0) {
            costs.merge(List.of(recorded.runId(), done.operationId()), done.costMicros(), Long::sum);
        }
        if (recorded.event() instanceof RetryEvent event) {
            List<String> operation = List.of(recorded.runId(), event.operationId());
            switch (event) {
                case RetryEvent.RetryScheduled scheduled -> {
                    Open at = open.computeIfAbsent(operation, o -> new Open());
                    at.failures.add(scheduled.error());
                    at.waitedMs += scheduled.delayMs();
                }
                case RetryEvent.RetrySucceeded done -> {
                    Open at = open.remove(operation);
                    long cost = cost(operation);
                    if (at == null) {
                        untroubled++;
                    } else {
                        closed.add(new Case(at.failures, true, at.waitedMs, cost));
                    }
                }
                case RetryEvent.RetryExhausted done -> {
                    Open at = open.remove(operation);
                    List<Failure> failures = at == null ? new ArrayList<>() : at.failures;
                    failures.add(done.error());
                    closed.add(new Case(failures, false, at == null ? 0 : at.waitedMs, cost(operation)));
                }
                case RetryEvent.AttemptDelayed ignored -> {}
                case RetryEvent.AttemptRefused ignored -> {}
                case RetryEvent.ModelEscalated ignored -> {}
                case RetryEvent.FallbackUsed ignored -> {}
            }
        }
    }

    private long cost(List<String> operation) {
        Long cost = costs.remove(operation);
        return cost == null ? 0 : cost;
    }

    /** Operations that came to an end after at least one failure. */
    public List<Case> closed() {
        return List.copyOf(closed);
    }

    /** Operations that worked at once: no policy changes anything about them. */
    public long untroubled() {
        return untroubled;
    }
}
