package dev.mulligan.server;

import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Two months of a busy team: requests of many sessions, a fifth of them troubled, and a run among each five hundred. */
final class LongHistory {

    private static final int BATCH = 20_000;
    private static final int A_RUN_EVERY = 500;
    private static final int QUESTION_LEFT_OPEN_EVERY = 200;
    private static final String[] MODELS = {"claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"};
    private static final FailureType[] TYPES = {
        FailureType.OVERLOADED, FailureType.RATE_LIMIT, FailureType.TIMEOUT, FailureType.INVALID_REQUEST
    };

    private final Random random = new Random(7);
    private final List<Recorded> batch = new ArrayList<>();
    private final EventStore store;
    private final int sessions;
    private long stored;
    private long sequence;
    private Instant at = Instant.now().minus(Duration.ofDays(60));

    private LongHistory(EventStore store, int sessions) {
        this.store = store;
        this.sessions = sessions;
    }

    static void fill(EventStore store, long events, int sessions) {
        new LongHistory(store, sessions).fill(events);
    }

    private void fill(long events) {
        Duration step = Duration.ofDays(59).dividedBy(Math.max(1, events));
        long begun = System.nanoTime();
        for (int n = 0; stored + batch.size() < events; n++) {
            at = at.plus(step.multipliedBy(3));
            request();
            if (n % A_RUN_EVERY == 0) {
                int run = n / A_RUN_EVERY;
                batch.addAll(
                        run % QUESTION_LEFT_OPEN_EVERY == 0
                                ? SomeRun.waiting("run-" + run, at)
                                : SomeRun.finished("run-" + run, at));
            }
            if (batch.size() >= BATCH) {
                store();
            }
        }
        store();
        System.out.println(stored + " events stored in " + (System.nanoTime() - begun) / 1_000_000_000 + " s");
    }

    private void store() {
        store.append(batch);
        stored += batch.size();
        batch.clear();
    }

    private void add(Event event) {
        batch.add(new Recorded("gateway-history", ++sequence, at, event));
    }

    private void request() {
        String id = "req-h-" + sequence;
        String session = "session-" + random.nextInt(sessions);
        String model = MODELS[random.nextInt(MODELS.length)];
        String project = "project-" + random.nextInt(20);
        add(new ProviderRequestStarted(id, "anthropic", model, project, Optional.of(session), true));
        boolean troubled = random.nextInt(5) == 0;
        boolean success = !troubled || random.nextInt(4) > 0;
        FailureType type = TYPES[random.nextInt(TYPES.length)];
        Failure failure =
                Failure.of(type, true, "The provider said no, number " + random.nextInt(50), Action.RETRY, "r");
        if (troubled) {
            String operation = "anthropic " + model + " " + id + "#1";
            add(new RetryEvent.RetryScheduled(operation, 2, 4, 1000, at, Remedy.Simple.WAIT, failure));
            add(
                    success
                            ? new RetryEvent.RetrySucceeded(operation, 2)
                            : new RetryEvent.RetryExhausted(
                                    operation, 4, GiveUpReason.ATTEMPTS_EXHAUSTED, "tried", failure, Optional.empty()));
        }
        add(ProviderRequestFinished.of(id, "anthropic", model)
                .project(project)
                .session(session)
                .promptPattern(Optional.of("Mend the parser in file <n>"))
                .ended(success, success ? 200 : 529)
                .took(1500)
                .retries(troubled ? 1 : 0)
                .recoveredWithin(Optional.of(1000L))
                .lastFailure(troubled ? Optional.of(failure) : Optional.empty())
                .spent(new Usage(4000, 300, 0, 0), 5000, 0)
                .build());
    }
}
