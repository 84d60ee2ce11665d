package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * No further attempt: carries the last failure, the whole episode, the reason, and what the operation threw as cause.
 *
 * <pre>{@code
 * try {
 *     return recovery.run(attempt -> model.ask(prompt));
 * } catch (GaveUpException e) {
 *     log.warn("{} after {} attempts: {}", e.reason(), e.episode().failures(), e.failure().message());
 *     e.resumeAt().ifPresent(moment -> schedule(moment, e.episode()));
 *     throw e;
 * }
 * }</pre>
 *
 * Immutable. The failure and the episode are lost when it is serialized.
 */
public final class GaveUpException extends RuntimeException {

    private static final int DEEPEST_CAUSE = 32;

    private final transient Failure failure;
    private final transient Episode episode;
    private final GiveUpReason reason;
    private final @Nullable Instant resumeAt;

    /** Made by the executor; programs catch it. */
    public GaveUpException(
            GiveUpReason reason,
            String why,
            Failure failure,
            Episode episode,
            @Nullable Instant resumeAt,
            @Nullable Throwable cause) {
        super(failure.message() + " (" + why + ")", cause);
        this.reason = reason;
        this.failure = failure;
        this.episode = episode;
        this.resumeAt = resumeAt;
    }

    /** Why there is no further attempt. */
    public GiveUpReason reason() {
        return reason;
    }

    /** The last failure. */
    public Failure failure() {
        return failure;
    }

    /** All failed attempts. It can be recorded and handed to {@code Recovery.resuming} later. */
    public Episode episode() {
        return episode;
    }

    /** When another try makes sense, where that is known. */
    public Optional<Instant> resumeAt() {
        return Optional.ofNullable(resumeAt);
    }

    /** An exception whose {@code getCause} throws has none that anybody could read. */
    public static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | Error broken) {
            return null;
        }
    }

    /**
     * The innermost recovery that gave up below this exception, if one did.
     *
     * @param cause what {@code thrown.getCause()} says: a locked read, so it is made once
     */
    public static @Nullable GaveUpException in(Throwable thrown, @Nullable Throwable cause) {
        GaveUpException found = thrown instanceof GaveUpException gaveUp ? gaveUp : null;
        Throwable at = cause;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            if (at instanceof GaveUpException gaveUp) {
                found = gaveUp;
            }
            at = causeOf(at);
        }
        return found;
    }
}
