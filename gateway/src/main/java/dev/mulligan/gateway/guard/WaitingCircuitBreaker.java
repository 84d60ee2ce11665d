package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.failure.Failure;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.CircuitBreaker;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker whose callers wait in a line while it is open: agents give up early. The one that came first makes the
 * next probe. How long each waits is for {@link RequestGuard} to say.
 */
final class WaitingCircuitBreaker {

    /** An outage, not a bad hour: with a third of all calls failing it must stay closed. */
    static final CircuitBreaker.Settings SETTINGS = new CircuitBreaker.Settings(40, 20, 0.9, Duration.ofSeconds(5));

    private static final Duration WHILE_PROBED = Duration.ofMillis(250);
    /** More callers than this cannot be served by probes within the time anybody waits. */
    private static final int LONGEST_LINE = 1_000;

    private final CircuitBreaker breaker;
    // Mutable state, guarded by this
    private final LinkedHashSet<Object> line = new LinkedHashSet<>();

    WaitingCircuitBreaker(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    CircuitBreaker.State state() {
        return breaker.state();
    }

    void openedElsewhere(Duration left) {
        breaker.openedElsewhere(left);
    }

    void closedElsewhere() {
        breaker.closedElsewhere();
    }

    String name() {
        return breaker.name();
    }

    /** {@code caller}: keeps its place in the line until it is admitted or leaves; null takes no place. */
    synchronized Admission admit(Attempt attempt, @Nullable Object caller) {
        boolean closed = breaker.state() == CircuitBreaker.State.CLOSED;
        boolean isNext = line.isEmpty() || line.getFirst().equals(caller);
        if (!closed && !isNext) {
            return waitInLine(caller, WHILE_PROBED, "others wait for " + breaker.name() + ", too");
        }
        if (breaker.admit(attempt) instanceof Admission.Refused refused) {
            return waitInLine(caller, refused.retryAfter().orElse(WHILE_PROBED), refused.why());
        }
        line.remove(caller);
        return Admission.GRANTED;
    }

    private Admission waitInLine(@Nullable Object caller, Duration delay, String why) {
        if (caller != null && !line.contains(caller)) {
            if (line.size() >= LONGEST_LINE) {
                return new Admission.Refused(GiveUpReason.CIRCUIT_OPEN, why, Optional.of(SETTINGS.openFor()));
            }
            line.add(caller);
        }
        return new Admission.Later(delay, why);
    }

    synchronized void leave(Object caller) {
        line.remove(caller);
    }

    void succeeded(Attempt attempt) {
        breaker.succeeded(attempt);
    }

    void failed(Attempt attempt, Failure failure) {
        breaker.failed(attempt, failure);
    }

    void abandoned(Attempt attempt) {
        breaker.abandoned(attempt);
    }
}
