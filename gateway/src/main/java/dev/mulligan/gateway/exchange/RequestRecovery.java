package dev.mulligan.gateway.exchange;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.escalate.Model;
import dev.mulligan.gateway.guard.RequestGuard;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.route.RouteChoice;
import dev.mulligan.gateway.session.Session;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * A request in the hands of the kernel, on a virtual thread that may wait: further attempts under the request's policy, at
 * other upstreams and with other models where that is allowed.
 */
final class RequestRecovery {

    /** What is recovered. */
    record Request(RetryPolicy policy, String model, RouteChoice route, Session session, Ledger ledger) {}

    private final EventLoop loop;
    private final RequestGuard guard;
    private final RetryExecutor executor;
    private final Thread thread;

    private RequestRecovery(EventLoop loop, RequestGuard guard, RetryExecutor executor, Thread thread) {
        this.loop = loop;
        this.guard = guard;
        this.executor = executor;
        this.thread = thread;
    }

    /** Goes on after {@code before}. The exchange makes the attempts, and hears on its event loop when there are no more. */
    static RequestRecovery start(Exchange exchange, EventLoop loop, Request request, Episode before) {
        GatewayOptions options = loop.state().options();
        RouteChoice route = request.route();
        String model = request.model();
        EscalationCosts costs = new EscalationCosts(
                options.budgets().confirm(), (from, to) -> estimate(options, request.session(), from, to));
        RequestGuard guard = new RequestGuard(
                exchange::scopeOf,
                route,
                target -> costs.estimate(route.current().model(model), target.model(model))
                        .filter(costs.confirm()::needed)
                        .isEmpty(),
                request.ledger()::moved,
                RequestPolicy.ownWaits(request.policy()),
                options.time());
        RetryExecutor executor = loop.state().scopes().executor(guard);
        Duration lost = exchange.elapsed();
        RetryPolicy rest = RequestPolicy.after(request.policy(), lost);
        Recovery plain = Recovery.of(rest)
                .on(executor)
                .named(request.ledger().operation())
                .confirming(costs)
                .resuming(before);
        Recovery able = options.ladderFor(model)
                .map(ladder -> plain.escalating(ladder, model))
                .orElse(plain)
                .deciding(new RequestDecider(
                        rest,
                        route,
                        costs,
                        () -> exchange.elapsed().minus(lost).minus(guard.pausedSoFar()),
                        options.patience().attempts()));
        Thread thread = Thread.ofVirtual().name("mulligan-recovery").unstarted(() -> {
            try {
                able.run(exchange::call);
            } catch (GaveUpException gaveUp) {
                loop.onLoop(() -> exchange.giveUp(gaveUp));
            } catch (RuntimeException | Error bug) {
                loop.onLoop(() -> exchange.brokeInside(bug));
            } finally {
                loop.onLoop(loop::recoveryEnded);
            }
        });
        RequestRecovery recovery = new RequestRecovery(loop, guard, executor, thread);
        loop.recoveryStarted();
        thread.start();
        return recovery;
    }

    private static Optional<CostEstimate> estimate(GatewayOptions options, Session session, String from, String to) {
        Optional<Model> present = options.models().find(from);
        return options.models()
                .find(to)
                .flatMap(next -> present.map(now -> CostEstimate.next(now, next, session.calls())));
    }

    /** Nobody waits for it any more. */
    void interrupt() {
        thread.interrupt();
    }

    /** The request has ended: it holds no place in a line, and is no longer shown as waiting. */
    void end() {
        guard.leave();
        loop.state().scopes().ended(executor);
    }
}
