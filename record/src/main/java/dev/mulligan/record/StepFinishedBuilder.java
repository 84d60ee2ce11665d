package dev.mulligan.record;

import dev.mulligan.failure.Failure;
import dev.mulligan.record.StepEvent.StepFinished;
import java.util.Optional;

/** Makes the end of a step by the names of its parts. What is not said is empty or 0. For one thread. */
public final class StepFinishedBuilder {

    private final String stepId;
    private final String stage;
    private boolean success;
    private String outcome = "failed";
    private int attempts;
    private long durationMs;
    private long costMicros;
    private boolean judgeUsed;
    private Optional<Failure> failure = Optional.empty();

    StepFinishedBuilder(String stepId, String stage) {
        this.stepId = stepId;
        this.stage = stage;
    }

    /** With the outcome {@code passed} or {@code failed}. */
    public StepFinishedBuilder ended(boolean successfully) {
        return ended(successfully, successfully ? "passed" : "failed");
    }

    public StepFinishedBuilder ended(boolean successfully, String how) {
        success = successfully;
        outcome = how;
        return this;
    }

    public StepFinishedBuilder failure(Optional<Failure> why) {
        failure = why;
        return this;
    }

    public StepFinishedBuilder attempts(int count) {
        attempts = count;
        return this;
    }

    public StepFinishedBuilder took(long millis) {
        durationMs = millis;
        return this;
    }

    public StepFinishedBuilder cost(long micros) {
        costMicros = micros;
        return this;
    }

    public StepFinishedBuilder judged(boolean byModel) {
        judgeUsed = byModel;
        return this;
    }

    public StepFinished build() {
        return new StepFinished(stepId, stage, success, outcome, attempts, durationMs, costMicros, judgeUsed, failure);
    }
}
