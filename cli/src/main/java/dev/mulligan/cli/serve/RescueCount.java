package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.store.report.RecoveryOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts what a gateway did for its clients, and says it in one sentence. */
public final class RescueCount implements GatewayListener {

    // Mutable state, guarded by this
    private int requests;
    private int rescued;
    private long waitedMillis;
    private final Map<FailureType, Integer> passed = new EnumMap<>(FailureType.class);
    private final Map<FailureType, Integer> refused = new EnumMap<>(FailureType.class);
    private final Map<FailureType, Integer> lost = new EnumMap<>(FailureType.class);

    @Override
    public synchronized void on(GatewayFact fact) {
        switch (fact) {
            case GatewayFact.RequestFinished end -> ended(end);
            case GatewayFact.Recovering(RetryScheduled retry) -> waitedMillis += retry.delayMs();
            default -> {}
        }
    }

    private void ended(GatewayFact.RequestFinished end) {
        if (end.model().isEmpty()) {
            // Lists of models and the like are no turns of an agent.
            return;
        }
        requests++;
        if (end.succeeded() && !end.episode().isEmpty()) {
            rescued++;
            end.episode().entries().forEach(entry -> count(passed, entry.failure()));
        } else if (end.status() > 0) {
            end.failure().ifPresent(failure -> count(isRefusal(failure) ? refused : lost, failure));
        }
    }

    /** No other attempt could have helped, or the gateway itself would not let it pass: a used-up budget, a loop. */
    static boolean isRefusal(Failure failure) {
        return failure.rule().equals("gateway.refused")
                || RecoveryOutcome.ofFailure(failure.type()) == RecoveryOutcome.REFUSED;
    }

    private static void count(Map<FailureType, Integer> into, Failure failure) {
        into.merge(failure.type(), 1, Integer::sum);
    }

    public synchronized int requests() {
        return requests;
    }

    public synchronized int rescued() {
        return rescued;
    }

    /** For example: {@code 12 requests, 2 rescued from 4 failures (3 overloaded, 1 network) with 4.0 s of waiting, none lost}. */
    public synchronized String sentence() {
        String head = Screen.counted(requests, "request");
        if (rescued == 0 && lost.isEmpty() && refused.isEmpty()) {
            return head + ", none failed";
        }
        int failures = passed.values().stream().mapToInt(Integer::intValue).sum();
        String good = rescued == 0
                ? ", none rescued"
                : ", " + rescued + " rescued from " + Screen.counted(failures, "failure") + " (" + types(passed)
                        + ") with " + TimeText.millis(waitedMillis) + " of waiting";
        return head
                + good
                + (lost.isEmpty() ? ", none lost" : ", lost: " + types(lost))
                + (refused.isEmpty() ? "" : ", refused: " + types(refused));
    }

    private static String types(Map<FailureType, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + words(entry.getKey().wireName()))
                .collect(Collectors.joining(", "));
    }

    static String words(String wireName) {
        return wireName.replace('_', ' ');
    }
}
