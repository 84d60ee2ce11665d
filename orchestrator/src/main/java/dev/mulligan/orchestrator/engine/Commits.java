package dev.mulligan.orchestrator.engine;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import java.util.function.Supplier;

/** A finished attempt is dear: its commit is tried again while the database is away and the lease may hold. */
final class Commits {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Recovery recovery;

    Commits(Machine machine) {
        this.recovery = Recovery.of(RetryPolicy.exponential(Duration.ofMillis(100))
                        .maxAttempts(60)
                        .deadline(LONGEST))
                .named("commit")
                .on(new RetryExecutor(
                        RetryExecutor.Setup.standard().time(machine.time()).random(machine.chance())));
    }

    void run(Supplier<Boolean> commit) {
        recovery.run(_ -> {
            try {
                return commit.get();
            } catch (StoreException e) {
                throw new FailureException(Failure.of(
                                FailureType.NETWORK, true, String.valueOf(e.getMessage()), Action.RETRY, "run.commit")
                        .withCause(e));
            }
        });
    }
}
