package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Carries files to and from a repository elsewhere; what a network does to that is tried again, as everything is. */
public final class GitTransport {

    private static final int GIT_SAYS_NO = 128;

    private final Classifier classifier;
    private final InstantSource clock;
    private final Recovery trips = Recovery.of(RetryPolicy.exponential(Duration.ofMillis(500))
                    .maxAttempts(6)
                    .deadline(Duration.ofMinutes(5)))
            .named("git");

    public GitTransport(Classifier classifier, InstantSource clock) {
        this.classifier = classifier;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    interface Trip<T> {
        T make() throws IOException;
    }

    <T> T carry(String doing, Trip<T> trip) throws IOException, InterruptedException {
        try {
            return trips.run(_ -> {
                try {
                    return trip.make();
                } catch (IOException e) {
                    throw new FailureException(failure(doing, e));
                }
            });
        } catch (GaveUpException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException(doing);
            }
            throw new IOException(e.failure().message(), e);
        }
    }

    private Failure failure(String doing, IOException e) {
        String text = doing + ": " + e.getMessage();
        // Two workers that send at the same moment; the other one is done in the next.
        if (text.contains("cannot lock ref")) {
            return again(FailureType.RESOURCE, text, e);
        }
        return switch (classifier.classify(
                new Evidence.Exited("git", GIT_SAYS_NO, "", String.valueOf(e.getMessage())))) {
            // Also what sounds like a wrong address: it was right when the run began.
            case Verdict.Failed failed ->
                failed.failure().type() == FailureType.NETWORK
                        ? again(FailureType.NETWORK, text, e)
                        : failed.failure().withCause(e);
            case Verdict.NotAFailure _ ->
                Failure.of(FailureType.TOOL_FAILURE, false, text, Action.STOP, "run.git")
                        .withCause(e);
        };
    }

    private static Failure again(FailureType type, String text, IOException e) {
        return Failure.of(type, true, text, Action.RETRY, "run.git").withCause(e);
    }
}
