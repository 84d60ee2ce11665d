package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Time;
import dev.mulligan.event.CircuitEvent;
import dev.mulligan.event.EventListener;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureOrigin;
import dev.mulligan.redact.Secrets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops calling an upstream that is down. Closed: calls pass, the last {@code window} are remembered. Open: nothing
 * passes. Half open: one probe at a time; its success closes the circuit, its failure opens it again.
 */
public final class CircuitBreaker implements Guard {

    private static final Logger log = LoggerFactory.getLogger(CircuitBreaker.class);

    /** What the breaker thinks of the upstream. */
    public enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    /**
     * When it opens and for how long.
     *
     * @param window how many calls are remembered, at most 64
     * @param minimumCalls fewer say nothing
     * @param failureShare opens at this share of failures
     * @param openFor until a probe is let through
     */
    public record Settings(int window, int minimumCalls, double failureShare, Duration openFor) {

        public static final Settings STANDARD = new Settings(20, 10, 0.5, Duration.ofSeconds(30));

        public Settings {
            if (window < 1 || window > 64 || minimumCalls < 1 || minimumCalls > window) {
                throw new IllegalArgumentException(
                        "a circuit breaker needs 1 ≤ minimumCalls ≤ window ≤ 64, not " + minimumCalls + ", " + window);
            }
            if (!(failureShare > 0 && failureShare <= 1)) {
                throw new IllegalArgumentException("failureShare is above 0 and at most 1, not " + failureShare);
            }
            if (openFor.isZero() || openFor.isNegative()) {
                throw new IllegalArgumentException("openFor must be longer than zero, not " + openFor);
            }
        }
    }

    private final String scope;
    private final Settings settings;
    private final Time time;
    private final EventListener listener;

    // Mutable state, guarded by this
    private State state = State.CLOSED;
    private long outcomes;
    private int seen;
    private long openedAt;
    private boolean probing;
    private boolean byHearsay;

    /**
     * Closed at first.
     *
     * @param scope the upstream and model, as events name it
     * @param listener told when it opens and closes
     */
    public CircuitBreaker(String scope, Settings settings, Time time, EventListener listener) {
        this.scope = scope;
        this.settings = settings;
        this.time = time;
        this.listener = listener;
    }

    @Override
    public String name() {
        return "circuit-breaker " + scope;
    }

    /** What it thinks now. An open one becomes half open when an attempt is asked for after its wait. */
    public synchronized State state() {
        return state;
    }

    @Override
    public synchronized Admission admit(Attempt attempt) {
        return switch (state) {
            case CLOSED -> Admission.GRANTED;
            case OPEN -> {
                Duration left = settings.openFor().minusNanos(time.nanos() - openedAt);
                if (left.isPositive()) {
                    yield refused(Optional.of(left));
                }
                state = State.HALF_OPEN;
                probing = true;
                yield Admission.GRANTED;
            }
            case HALF_OPEN -> {
                if (probing) {
                    yield refused(Optional.empty());
                }
                probing = true;
                yield Admission.GRANTED;
            }
        };
    }

    /**
     * Another program found it down: nothing passes for this long, unless {@link #closedElsewhere} comes first. Nobody is
     * told again.
     */
    public synchronized void openedElsewhere(Duration left) {
        long opened = time.nanos() + left.minus(settings.openFor()).toNanos();
        if (state == State.CLOSED) {
            state = State.OPEN;
            byHearsay = true;
            openedAt = opened;
        } else if (state == State.OPEN && opened - openedAt > 0) {
            openedAt = opened;
        }
    }

    /** Another program reached it. What was found out here is for a probe of our own to undo: our way there may differ. */
    public synchronized void closedElsewhere() {
        if (state == State.OPEN && byHearsay) {
            close();
        }
    }

    private void close() {
        state = State.CLOSED;
        byHearsay = false;
        outcomes = 0;
        seen = 0;
    }

    private Admission refused(Optional<Duration> left) {
        return new Admission.Refused(GiveUpReason.CIRCUIT_OPEN, scope + " is down; not calling it for now", left);
    }

    @Override
    public void succeeded(Attempt attempt) {
        record(false);
    }

    @Override
    public void failed(Attempt attempt, Failure failure) {
        record(speaksOfHealth(failure));
    }

    /** A request that was refused for its own sake says that the upstream is alive. */
    private static boolean speaksOfHealth(Failure failure) {
        return failure.type().origin() == FailureOrigin.UPSTREAM;
    }

    @Override
    public synchronized void abandoned(Attempt attempt) {
        if (state == State.HALF_OPEN) {
            probing = false;
        }
    }

    private void record(boolean failure) {
        CircuitEvent event = transition(failure);
        if (event != null) {
            try {
                listener.on(Secrets.byShape().in(event));
            } catch (RuntimeException | Error e) {
                log.warn("A listener failed on {}; the circuit of {} has changed all the same", event.type(), scope, e);
            }
        }
    }

    private synchronized @Nullable CircuitEvent transition(boolean failure) {
        return switch (state) {
            case HALF_OPEN -> probed(failure);
            case CLOSED -> counted(failure);
            // A call admitted before it opened has ended; it changes nothing.
            case OPEN -> null;
        };
    }

    private CircuitEvent probed(boolean failure) {
        probing = false;
        if (failure) {
            return open();
        }
        close();
        return new CircuitEvent.CircuitClosed(scope);
    }

    private @Nullable CircuitEvent counted(boolean failure) {
        outcomes = (outcomes << 1 | (failure ? 1 : 0)) & mask();
        seen = Math.min(seen + 1, settings.window());
        boolean down =
                failure && seen >= settings.minimumCalls() && Long.bitCount(outcomes) >= settings.failureShare() * seen;
        return down ? open() : null;
    }

    private CircuitEvent open() {
        int failures = Long.bitCount(outcomes);
        state = State.OPEN;
        byHearsay = false;
        openedAt = time.nanos();
        return new CircuitEvent.CircuitOpened(scope, failures, seen, time.now().plus(settings.openFor()));
    }

    private long mask() {
        return settings.window() == 64 ? -1L : (1L << settings.window()) - 1;
    }
}
