package dev.mulligan.gateway.guard;

import dev.mulligan.event.CircuitEvent;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.record.share.Note;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Breakers, pauses and retry budgets of a fleet: what one gateway has learnt of an upstream, all know. */
final class SharedScopes {

    private static final String CIRCUIT = "circuit";
    private static final String PAUSE = "pause";
    private static final String RETRIES = "retries";
    private static final String OPEN = "open";
    private static final String CLOSED = "closed";

    /** Those who only heard of it probe later than the one who found out: with its news one probe does for all. */
    private static final Duration AFTER_THE_FINDER = Fleet.EVERY.multipliedBy(3);
    /** A gateway that keeps finding an upstream down which others reach has trouble of its own. */
    private static final Duration DISTRUST = Duration.ofMinutes(1);
    /** What a gateway holds of the retry budget without using it counts no longer. */
    private static final Duration RETRIES_LAST = Duration.ofSeconds(10);

    private record Claim(int tokens, long until) {}

    private final UpstreamScopes scopes;
    private final Fleet fleet;
    private final GatewayOptions options;

    // Mutable state, guarded by this
    private final Map<String, String> finders = new HashMap<>();
    private final Map<String, Long> distrusted = new HashMap<>();
    private final Map<String, Map<String, Claim>> claims = new HashMap<>();
    private final Map<String, Integer> told = new HashMap<>();

    SharedScopes(UpstreamScopes scopes, Fleet fleet, GatewayOptions options) {
        this.scopes = scopes;
        this.fleet = fleet;
        this.options = options;
        fleet.listen(CIRCUIT, this::circuit);
        fleet.listen(
                PAUSE,
                heard -> scopes.ofScope(heard.note().subject())
                        .pause()
                        .pausedElsewhere(heard.note().lasts()));
        fleet.listen(RETRIES, this::retries);
        fleet.lookOut(this::lookAtRetries);
    }

    static Note paused(String scope, Duration wait) {
        return new Note(PAUSE, scope, "", wait);
    }

    void on(CircuitEvent event) {
        switch (event) {
            case CircuitEvent.CircuitOpened opened ->
                fleet.tell(new Note(CIRCUIT, opened.scope(), OPEN, WaitingCircuitBreaker.SETTINGS.openFor()));
            case CircuitEvent.CircuitClosed closed -> {
                reached(closed.scope());
                fleet.tell(new Note(CIRCUIT, closed.scope(), CLOSED, WaitingCircuitBreaker.SETTINGS.openFor()));
            }
        }
    }

    /** A probe of our own went well although another gateway said it was down. */
    private synchronized void reached(String scope) {
        String finder = finders.remove(scope);
        if (finder != null) {
            distrusted.put(scope + ' ' + finder, options.time().nanos() + DISTRUST.toNanos());
        }
    }

    private synchronized void circuit(Note.Heard heard) {
        String scope = heard.note().subject();
        WaitingCircuitBreaker breaker = scopes.breaker(scope);
        if (!heard.note().body().equals(OPEN)) {
            finders.remove(scope, heard.teller());
            breaker.closedElsewhere();
            return;
        }
        long now = options.time().nanos();
        distrusted.values().removeIf(until -> until - now <= 0);
        if (!distrusted.containsKey(scope + ' ' + heard.teller())) {
            finders.put(scope, heard.teller());
            breaker.openedElsewhere(heard.note().lasts().plus(AFTER_THE_FINDER));
        }
    }

    private synchronized void retries(Note.Heard heard) {
        long until = options.time().nanos() + heard.note().lasts().toNanos();
        claims.computeIfAbsent(heard.note().subject(), upstream -> new HashMap<>())
                .put(heard.teller(), new Claim(Integer.parseInt(heard.note().body()), until));
    }

    private synchronized void lookAtRetries() {
        long now = options.time().nanos();
        scopes.retryBudgets().forEach((upstream, budget) -> {
            tellTaken(upstream, budget);
            Map<String, Claim> theirs = claims.computeIfAbsent(upstream, none -> new HashMap<>());
            theirs.values().removeIf(claim -> claim.until() - now <= 0);
            budget.takenElsewhere(
                    theirs.values().stream().mapToInt(Claim::tokens).sum());
        });
    }

    private void tellTaken(String upstream, RetryBudget budget) {
        int taken = budget.taken();
        Integer before = told.put(upstream, taken);
        if (taken != (before == null ? 0 : before)) {
            fleet.tell(new Note(RETRIES, upstream, Integer.toString(taken), RETRIES_LAST));
        }
    }
}
