package dev.mulligan.record;

import dev.mulligan.record.VerificationEvent.VerificationFinished;
import java.util.Optional;

/** Makes the end of a verification by the names of its parts. What is not said is empty or 0. For one thread. */
public final class VerificationFinishedBuilder {

    private final String stepId;
    private final int attempt;
    private boolean passed;
    private String outcome = "failed";
    private String signature = "";
    private int tests;
    private int failures;
    private long durationMs;
    private String summary = "";
    private Optional<String> output = Optional.empty();

    VerificationFinishedBuilder(String stepId, int attempt) {
        this.stepId = stepId;
        this.attempt = attempt;
    }

    /** {@code how}: {@code passed}, {@code failed} or {@code no_evidence} */
    public VerificationFinishedBuilder ended(boolean well, String how) {
        passed = well;
        outcome = how;
        return this;
    }

    /** How many tests ran, how many of them failed, and the signature of the failure. */
    public VerificationFinishedBuilder found(int ran, int failed, String itsSignature) {
        tests = ran;
        failures = failed;
        signature = itsSignature;
        return this;
    }

    public VerificationFinishedBuilder took(long millis) {
        durationMs = millis;
        return this;
    }

    public VerificationFinishedBuilder summary(String text) {
        summary = text;
        return this;
    }

    /** What the verifier found, for people. */
    public VerificationFinishedBuilder output(Optional<String> text) {
        output = text;
        return this;
    }

    public VerificationFinished build() {
        return new VerificationFinished(
                stepId, attempt, passed, outcome, signature, tests, failures, durationMs, summary, output);
    }
}
