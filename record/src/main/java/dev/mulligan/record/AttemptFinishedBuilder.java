package dev.mulligan.record;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import java.util.Optional;

/** Makes the end of an attempt by the names of its parts. What is not said is empty or 0. For one thread. */
public final class AttemptFinishedBuilder {

    private final String operationId;
    private final String stage;
    private final int attempt;
    private Optional<Failure> failure = Optional.empty();
    private long durationMs;
    private Optional<String> model = Optional.empty();
    private Optional<String> strategy = Optional.empty();
    private String project = "";
    private Optional<String> session = Optional.empty();
    private Usage usage = Usage.NONE;
    private long costMicros;

    AttemptFinishedBuilder(String operationId, String stage, int attempt) {
        this.operationId = operationId;
        this.stage = stage;
        this.attempt = attempt;
    }

    /** Without a failure it succeeded. */
    public AttemptFinishedBuilder ended(Optional<Failure> why) {
        failure = why;
        return this;
    }

    public AttemptFinishedBuilder took(long millis) {
        durationMs = millis;
        return this;
    }

    public AttemptFinishedBuilder model(Optional<String> id) {
        model = id;
        return this;
    }

    /** What was tried differently. */
    public AttemptFinishedBuilder strategy(Optional<String> name) {
        strategy = name;
        return this;
    }

    public AttemptFinishedBuilder project(String name) {
        project = name;
        return this;
    }

    public AttemptFinishedBuilder session(Optional<String> id) {
        session = id;
        return this;
    }

    public AttemptFinishedBuilder spent(Usage tokens, long micros) {
        usage = tokens;
        costMicros = micros;
        return this;
    }

    public AttemptFinished build() {
        return new AttemptFinished(
                operationId,
                stage,
                attempt,
                failure.isEmpty(),
                durationMs,
                model,
                strategy,
                failure,
                project,
                session,
                Optional.empty(),
                usage,
                costMicros);
    }
}
