package dev.mulligan.gateway.guard;

import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.event.CircuitEvent;
import dev.mulligan.event.EventListener;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.guard.CircuitBreaker;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.guard.Scopes;
import dev.mulligan.guard.ServerPause;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the scope of a request. Breakers are per model, rate limits per account, too. */
public final class UpstreamScopes {

    /** A thousand retries under way: hundreds of agents may meet a bad minute together. Outages are the breaker's job. */
    private static final int RETRY_TOKENS = 5_000;

    private static final int TOKENS_A_RETRY = 5;
    private static final long ONE_SECOND = 1_000_000_000L;

    private final GatewayOptions options;
    private final Fleet fleet;
    private final EventListener events;
    private final Scopes<WaitingCircuitBreaker> breakers;
    private final Scopes<RetryBudget> retryBudgets;
    private final Scopes<UpstreamScope> scopes;
    private final Set<RetryExecutor> live = ConcurrentHashMap.newKeySet();

    public UpstreamScopes(GatewayOptions options, Fleet fleet) {
        this.options = options;
        this.fleet = fleet;
        SharedScopes shared = new SharedScopes(this, fleet, options);
        this.events = event -> {
            options.listener().on(new GatewayFact.Recovering(event));
            if (event instanceof CircuitEvent circuit) {
                shared.on(circuit);
            }
        };
        this.breakers = new Scopes<>(scope -> new WaitingCircuitBreaker(
                new CircuitBreaker(scope, WaitingCircuitBreaker.SETTINGS, options.time(), events)));
        this.retryBudgets =
                new Scopes<>(upstream -> new RetryBudget(RETRY_TOKENS, TOKENS_A_RETRY, ONE_SECOND, options.time()));
        this.scopes = new Scopes<>(this::make);
    }

    public UpstreamScope of(String upstream, String model, String account) {
        return scopes.of(scope(upstream, model, account));
    }

    /** What {@link #ofScope} finds the same scope by, here and in other gateways. */
    public static String scope(String upstream, String model, String account) {
        return upstream + ' ' + model + ' ' + account;
    }

    UpstreamScope ofScope(String scope) {
        return scopes.of(scope);
    }

    WaitingCircuitBreaker breaker(String upstreamAndModel) {
        return breakers.of(upstreamAndModel);
    }

    public Map<String, RetryBudget> retryBudgets() {
        return retryBudgets.all();
    }

    public List<ActiveRetry> activeRetries() {
        return live.stream()
                .flatMap(executor -> executor.activeRetries().stream())
                .toList();
    }

    /** What recovers one request; it is in the live map until {@link #ended}. */
    public RetryExecutor executor(RequestGuard guard) {
        RetryExecutor executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(options.time())
                .asker(options.asker())
                .guardedOnlyBy(guard)
                .listener(events));
        live.add(executor);
        return executor;
    }

    public void ended(RetryExecutor executor) {
        live.remove(executor);
    }

    private UpstreamScope make(String scope) {
        String upstream = scope.substring(0, scope.indexOf(' '));
        String upstreamAndModel = scope.substring(0, scope.lastIndexOf(' '));
        ServerPause pause =
                new ServerPause(upstreamAndModel, options.time(), wait -> fleet.tell(SharedScopes.paused(scope, wait)));
        return new UpstreamScope(scope, pause, breakers.of(upstreamAndModel), retryBudgets.of(upstream));
    }
}
