package dev.mulligan.record;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import java.util.Optional;

/** Makes the end of a request by the names of its parts. What is not said is empty or 0. For one thread. */
public final class ProviderRequestFinishedBuilder {

    private final String requestId;
    private final String provider;
    private final String model;
    private String project = "default";
    private Optional<String> session = Optional.empty();
    private Optional<String> stage = Optional.empty();
    private Optional<String> promptPattern = Optional.empty();
    private boolean success;
    private int status;
    private long durationMs;
    private Optional<Long> firstByteMs = Optional.empty();
    private int retries;
    private int clientRetries;
    private Optional<Long> recoveryMs = Optional.empty();
    private Optional<String> error = Optional.empty();
    private Optional<String> errorType = Optional.empty();
    private Optional<FailureType> failureType = Optional.empty();
    private Usage usage = Usage.NONE;
    private long costMicros;
    private long wastedMicros;
    private boolean stream;
    private Optional<String> requestedModel = Optional.empty();
    private Optional<String> upstream = Optional.empty();
    private Optional<String> run = Optional.empty();
    private Optional<String> step = Optional.empty();
    private Optional<Long> attempt = Optional.empty();
    private Optional<String> stoppedBy = Optional.empty();

    ProviderRequestFinishedBuilder(String requestId, String provider, String model) {
        this.requestId = requestId;
        this.provider = provider;
        this.model = model;
    }

    /** What it was sent for. */
    public ProviderRequestFinishedBuilder project(String name) {
        project = name;
        return this;
    }

    public ProviderRequestFinishedBuilder session(String id) {
        session = Optional.of(id);
        return this;
    }

    public ProviderRequestFinishedBuilder stage(Optional<String> name) {
        stage = name;
        return this;
    }

    public ProviderRequestFinishedBuilder promptPattern(Optional<String> pattern) {
        promptPattern = pattern;
        return this;
    }

    /** {@code answerStatus}: what the client got. */
    public ProviderRequestFinishedBuilder ended(boolean successfully, int answerStatus) {
        success = successfully;
        status = answerStatus;
        return this;
    }

    /** All tries and waits together. */
    public ProviderRequestFinishedBuilder took(long millis) {
        durationMs = millis;
        return this;
    }

    public ProviderRequestFinishedBuilder firstByteAfter(Optional<Long> millis) {
        firstByteMs = millis;
        return this;
    }

    /** Tries after the first. */
    public ProviderRequestFinishedBuilder retries(int count) {
        retries = count;
        return this;
    }

    /** How often the client itself had sent it before. */
    public ProviderRequestFinishedBuilder clientRetries(int count) {
        clientRetries = count;
        return this;
    }

    /** From the first failed try to the one that worked. */
    public ProviderRequestFinishedBuilder recoveredWithin(Optional<Long> millis) {
        recoveryMs = millis;
        return this;
    }

    /** The cause of the last failed try, also when a later one worked. */
    public ProviderRequestFinishedBuilder lastFailure(Optional<Failure> failure) {
        error = failure.map(Failure::message);
        errorType = failure.map(why -> why.errorType().wireName());
        failureType = failure.map(Failure::type);
        return this;
    }

    /** What was set here and did not let it pass, such as a budget; no provider had a word in it. */
    public ProviderRequestFinishedBuilder stoppedBy(Optional<String> what) {
        stoppedBy = what;
        return this;
    }

    /** Everything spent, and the part spent on tries that failed. */
    public ProviderRequestFinishedBuilder spent(Usage tokens, long micros, long ofTheseWasted) {
        usage = tokens;
        costMicros = micros;
        wastedMicros = ofTheseWasted;
        return this;
    }

    public ProviderRequestFinishedBuilder stream(boolean streamed) {
        stream = streamed;
        return this;
    }

    /** What the client asked for, and the address that answered or was asked last. */
    public ProviderRequestFinishedBuilder asked(String modelOfClient, String address) {
        requestedModel = Optional.of(modelOfClient);
        upstream = Optional.of(address);
        return this;
    }

    /** Whose agent made it; empty for clients of their own. */
    public ProviderRequestFinishedBuilder madeBy(
            Optional<String> ofRun, Optional<String> ofStep, Optional<Long> ofAttempt) {
        run = ofRun;
        step = ofStep;
        attempt = ofAttempt;
        return this;
    }

    public ProviderRequestFinished build() {
        return new ProviderRequestFinished(
                requestId,
                provider,
                model,
                durationMs,
                success,
                retries,
                error,
                errorType,
                failureType,
                project,
                session,
                stage,
                promptPattern,
                status,
                usage,
                costMicros,
                wastedMicros,
                recoveryMs,
                clientRetries,
                stream,
                requestedModel,
                upstream,
                firstByteMs,
                run,
                step,
                attempt,
                stoppedBy);
    }
}
