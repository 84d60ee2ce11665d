package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;

/** What the reader has seen is never repeated: after the commit point a failure is final. */
public final class StreamedAnswer {

    public static void main(String[] args) {
        CommittingOperation<String> stream = (attempt, commitPoint) -> {
            if (attempt.isFirst()) {
                throw new IOException("Connection reset by peer"); // nothing was shown: tried again
            }
            System.out.println("Once upon a time");
            commitPoint.reach();
            throw new IOException("Connection reset by peer"); // shown already: final
        };
        try {
            Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)).maxAttempts(5)).run(stream);
        } catch (GaveUpException e) {
            System.out.println(e.reason() + " after " + e.episode().failures() + " attempts");
        }
    }

    private StreamedAnswer() {}
}
