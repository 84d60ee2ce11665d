package dev.mulligan.gateway.options;

import java.time.Duration;

/**
 * How long is waited for what.
 *
 * @param firstByte until a streamed answer begins
 * @param wholeAnswer until an answer that is not streamed begins
 * @param idle between two bytes of an answer
 * @param progress between two events that are no pings
 * @param request until a client has sent its request
 * @param keepAliveAfter when a client that waits for a stream is told that we are still there; late, since from
 *     then on a failure can only be told inside the stream
 * @param attempts from the first failure of a request until no further attempt begins; stated waits are not counted
 * @param notice at the end, until a load balancer that looks at {@code /readyz} has seen it
 * @param drain after that, for requests under way
 */
public record Patience(
        Duration connect,
        Duration firstByte,
        Duration wholeAnswer,
        Duration idle,
        Duration progress,
        Duration request,
        Duration keepAliveAfter,
        Duration keepAliveEvery,
        Duration attempts,
        Duration notice,
        Duration drain) {
    public static final Patience STANDARD = new Patience(
            Duration.ofSeconds(10),
            Duration.ofSeconds(90),
            Duration.ofMinutes(10),
            Duration.ofSeconds(120),
            Duration.ofMinutes(4),
            Duration.ofSeconds(60),
            Duration.ofSeconds(50),
            Duration.ofSeconds(10),
            Duration.ofMinutes(2),
            Duration.ofSeconds(8),
            Duration.ofSeconds(30));

    /** How long an answer that has begun may be silent at least. */
    public Duration silence() {
        return idle.compareTo(progress) < 0 ? idle : progress;
    }
}
