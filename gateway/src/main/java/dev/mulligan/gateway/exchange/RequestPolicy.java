package dev.mulligan.gateway.exchange;

import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.provider.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** A policy as it holds for one request: with what its client bears, and with the time that has passed since it arrived. */
final class RequestPolicy {

    /** Claude Code hangs up after 600 s of pings; an attempt must fit in behind the wait. */
    private static final Duration BEHIND_PINGS = Duration.ofMinutes(9);
    /** Gemini CLI cannot be sent a sign of life, and hangs up 300 s after the headers. */
    private static final Duration BEHIND_HEADERS = Duration.ofMinutes(4);
    /** Nothing can be sent before an answer that is not streamed. */
    private static final Duration IN_SILENCE = Duration.ofMinutes(1);

    private RequestPolicy() {}

    /** Waits that the provider states are kept up to what the policy allows and the client bears. */
    static RetryPolicy of(RetryPolicy policy, ClientRequest request) {
        Duration bearable = !request.streams() || !request.generates()
                ? IN_SILENCE
                : request.wire() == Wire.GEMINI ? BEHIND_HEADERS : BEHIND_PINGS;
        return policy.maxServerWait().compareTo(bearable) > 0 ? policy.maxServerWait(bearable) : policy;
    }

    /** A filter wants other words, and only the client has them. {@code alwaysRetry} still repeats the same call. */
    static RetryPolicy withoutFilter(RetryPolicy policy) {
        return policy.retryOn(policy.retryOn().stream()
                .filter(type -> type != FailureType.CONTENT_FILTER)
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** What is left of it for the kernel. Attempts are ended on the event loop, which sees whether an answer has begun. */
    static RetryPolicy after(RetryPolicy policy, Duration elapsed) {
        return policy.timeLimits(Optional.empty(), policy.deadline().map(total -> left(total, elapsed)));
    }

    /** How long an attempt may take until its answer begins. */
    static Optional<Duration> attemptLimit(RetryPolicy policy, Duration elapsed) {
        Optional<Duration> rest = policy.deadline().map(total -> left(total, elapsed));
        return policy.attemptTimeout()
                .filter(timeout -> rest.isEmpty() || timeout.compareTo(rest.get()) < 0)
                .or(() -> rest);
    }

    static Duration ownWaits(RetryPolicy policy) {
        return policy.plainDelays().stream().reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration left(Duration total, Duration elapsed) {
        Duration rest = total.minus(elapsed);
        return rest.isPositive() ? rest : Duration.ofMillis(1);
    }
}
