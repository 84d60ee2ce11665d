package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Time;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** When an upstream tells one caller to wait, everybody who uses it waits. */
public final class ServerPause implements Guard {

    /** A longer one is between that caller and the upstream: it may be about that caller's account. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final String scope;
    private final Time time;
    private final Consumer<Duration> told;
    private final AtomicLong until;

    /** For the upstream of this name. */
    public ServerPause(String scope, Time time) {
        this(scope, time, wait -> {});
    }

    /** {@code told} hears of every pause that this program found out by itself. */
    public ServerPause(String scope, Time time, Consumer<Duration> told) {
        this.scope = scope;
        this.time = time;
        this.told = told;
        this.until = new AtomicLong(time.nanos());
    }

    @Override
    public String name() {
        return "server-pause " + scope;
    }

    @Override
    public Admission admit(Attempt attempt) {
        long left = until.get() - time.nanos();
        return left <= 0
                ? Admission.GRANTED
                : new Admission.Later(Duration.ofNanos(left), scope + " asked another caller to wait");
    }

    /** A person may know better than the provider's word from before; the others go on waiting. */
    @Override
    public Admission admitNow(Attempt attempt) {
        return Admission.GRANTED;
    }

    @Override
    public void failed(Attempt attempt, Failure failure) {
        if (concernsEverybody(failure.type())) {
            failure.retryAfter().filter(wait -> wait.compareTo(LONGEST) <= 0).ifPresent(this::pause);
        }
    }

    private static boolean concernsEverybody(FailureType type) {
        return type == FailureType.RATE_LIMIT || type == FailureType.OVERLOADED || type == FailureType.SERVER_ERROR;
    }

    /** Nobody calls before this wait is over. A longer pause that is on stays. */
    public void pause(Duration wait) {
        if (extend(wait)) {
            told.accept(wait);
        }
    }

    /** The same, learnt from another program. */
    public void pausedElsewhere(Duration wait) {
        extend(wait);
    }

    private boolean extend(Duration wait) {
        long end = time.nanos() + wait.toNanos();
        return until.getAndAccumulate(end, (old, fresh) -> old - fresh > 0 ? old : fresh) - end < 0;
    }
}
