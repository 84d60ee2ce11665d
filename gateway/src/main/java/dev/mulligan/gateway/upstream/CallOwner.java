package dev.mulligan.gateway.upstream;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * Who asked for an attempt. Hears exactly one of {@link #whole}, {@link #failed} or {@link #opened}, the last followed by
 * chunks and one {@link #closed}.
 */
public interface CallOwner {
    /** From here on the client sees what comes: the point of no return. */
    void opened(UpstreamResponse head);

    void chunk(Buffer bytes);

    /**
     * Nothing more comes.
     *
     * @param failure why it ended badly; when {@code told}, the stream has said so itself
     */
    void closed(Optional<Failure> failure, boolean told, Usage usage);

    void whole(UpstreamResponse answer, Usage usage);

    void failed(Failure failure, Optional<UpstreamResponse> answer, Usage usage);
}
