package dev.mulligan.gateway.guard;

import dev.mulligan.Attempt;
import dev.mulligan.RetryExecutor;
import dev.mulligan.failure.Failure;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Guard;
import dev.mulligan.guard.ServerPause;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Everything shared by the requests of one account to one model of one provider. */
public final class UpstreamScope {

    private final String scope;
    private final List<Guard> guards;
    private final ServerPause pause;
    private final RetryExecutor executor;
    private final AtomicLong successes = new AtomicLong();

    public UpstreamScope(String scope, List<Guard> guards, ServerPause pause, RetryExecutor executor) {
        this.scope = scope;
        this.guards = List.copyOf(guards);
        this.pause = pause;
        this.executor = executor;
    }

    public String scope() {
        return scope;
    }

    public RetryExecutor executor() {
        return executor;
    }

    public ServerPause pause() {
        return pause;
    }

    /** How many calls have succeeded: when it grows, what was given up before may be worth another try. */
    long successes() {
        return successes.get();
    }

    public void answered() {
        successes.incrementAndGet();
    }

    /** Whether the first attempt may go at once. Where not, the kernel waits or gives up for it. */
    public boolean admitsAtOnce(Attempt attempt) {
        for (int i = 0; i < guards.size(); i++) {
            if (!(guards.get(i).admit(attempt) instanceof Admission.Granted)) {
                guards.subList(0, i).forEach(guard -> guard.abandoned(attempt));
                return false;
            }
        }
        return true;
    }

    public void succeeded(Attempt attempt) {
        guards.forEach(guard -> guard.succeeded(attempt));
    }

    public void failed(Attempt attempt, Failure failure) {
        guards.forEach(guard -> guard.failed(attempt, failure));
    }

    public void abandoned(Attempt attempt) {
        guards.forEach(guard -> guard.abandoned(attempt));
    }
}
