package dev.mulligan.cli.driver;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code Recovery.run}. */
class LibraryDriverTest extends DriverContract {

    @Override
    Ran run(List<Act> acts, Map<String, Object> policy) throws Exception {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().guardedOnlyBy().listener(event -> {
                    if (event instanceof RetryEvent told) {
                        events.add(told);
                    }
                }));
        AtomicInteger calls = new AtomicInteger();
        carryOut(Recovery.of(resolved(policy)).on(executor).escalating(ladder(), LADDER.getFirst()), calls, acts);
        return new Ran(calls.get(), events);
    }

    static RetryPolicy resolved(Map<String, Object> fields) {
        return PolicyLayers.builtIn()
                .over(new PolicyLayers.Layer("contract", fields))
                .resolve()
                .policy();
    }

    static Ladder ladder() {
        return Ladder.of(LADDER.stream()
                .map(id -> Models.standard().find(id).orElseThrow())
                .toList());
    }

    void carryOut(Recovery recovery, AtomicInteger calls, List<Act> acts) throws Exception {
        try {
            recovery.run((Attempt attempt) -> act(attempt, calls, acts));
        } catch (GaveUpException e) {
            // The events tell how it ended.
        }
    }

    static String act(Attempt attempt, AtomicInteger calls, List<Act> acts) throws InterruptedException {
        Act act = acts.get(Math.min(calls.getAndIncrement(), acts.size() - 1));
        return switch (act) {
            case GOOD -> "done by " + attempt.model();
            case HANGS -> {
                Thread.sleep(30_000);
                yield "too late";
            }
            case OVERLOADED -> throw failure(529, Map.of());
            case OVERLOADED_FOR_A_SECOND -> throw failure(529, Map.of("retry-after", "1"));
            case DENIED -> throw failure(401, Map.of());
        };
    }

    private static FailureException failure(int status, Map<String, String> headers) {
        Verdict verdict = Classifier.standard().classify(new Evidence.Http(status, headers, ""));
        return new FailureException(((Verdict.Failed) verdict).failure());
    }
}
