package dev.mulligan.gateway.exchange;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.guard.ClientRetries;
import dev.mulligan.gateway.guard.Pacing;
import dev.mulligan.gateway.guard.RateWindows;
import dev.mulligan.gateway.guard.UpstreamScope;
import dev.mulligan.gateway.http.ResponseHeaders;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.route.RouteChoice;
import dev.mulligan.gateway.session.Session;
import dev.mulligan.gateway.upstream.CallFailures;
import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.gateway.upstream.UpstreamCall;
import dev.mulligan.gateway.upstream.UpstreamResponse;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.provider.SignOfLife;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client, from its arrival to its end. Confined to the client's event loop, but for {@link #call}, which
 * the kernel runs on a virtual thread.
 */
public final class Exchange {

    private final EventLoop loop;
    private final GatewayOptions options;
    private final ClientRequest clientRequest;
    private final Session session;
    private final Ledger ledger;
    private RetryPolicy policy;
    private final RouteChoice route;
    private final String startModel;
    private final ClientSide client;
    private final HttpServerResponse response;
    private final long startedAt;
    /** Nothing of the answer is shown before all of it is there. */
    private final boolean holdsWhole;

    private @Nullable UpstreamCall live;
    private @Nullable RequestRecovery recovery;
    private @Nullable String escalatedTo;
    private Runnable abandon = () -> {};
    private Optional<UpstreamResponse> lastAnswer = Optional.empty();
    private Episode episode = Episode.EMPTY;
    private boolean committed;
    private boolean finished;
    private final KeepAlive pings;
    /** Read by the recovery's thread. */
    private volatile boolean clientGone;

    public Exchange(
            EventLoop loop, ClientRequest clientRequest, String project, HttpServerResponse response, long startedAt) {
        this.loop = loop;
        this.options = loop.state().options();
        this.clientRequest = clientRequest;
        this.session = loop.state().sessions().of(clientRequest.session(), project);
        this.startModel = loop.state()
                .hooks()
                .models()
                .apply(clientRequest.session(), clientRequest.model())
                .orElseGet(() -> session.modelFor(clientRequest.model()));
        this.ledger = new Ledger(loop.state(), clientRequest, session, project, startModel, startedAt);
        this.policy = RequestPolicy.of(
                clientRequest.route().repeatable() ? loop.state().policyOf(project) : RetryPolicy.never(),
                clientRequest);
        this.route = loop.state().routes().choose(clientRequest, session, startModel);
        this.startedAt = startedAt;
        this.holdsWhole = options.turnBuffering() || loop.state().memory().isAfterBreak(clientRequest);
        this.response = response;
        this.client = new ClientSide(response, clientRequest.wire(), loop::onLoop);
        this.pings = new KeepAlive(options.patience(), startedAt);
    }

    public void begin() {
        response.closeHandler(gone -> clientLeft());
        response.exceptionHandler(gone -> clientLeft());
        session.requested(clientRequest.model(), options.time().now());
        boolean isCounted = clientRequest.hasNamedSession() && clientRequest.generates();
        int times = isCounted ? loop.state().runaways().count(clientRequest) : 1;
        Optional<ClientRetries.Recalled> recalled = clientRequest.isAskedForAgain()
                ? Optional.empty()
                : loop.state().memory().recall(clientRequest, scope());
        recalled.ifPresent(r -> ledger.repeated(r.repeats()));
        ledger.begun();
        if (recalled.flatMap(ClientRetries.Recalled::reply).isPresent()) {
            episode = recalled.get().episode();
            reply(recalled.get().reply().get(), episode.lastFailure());
        } else if (!clientRequest.generates()
                && route.current().translatesTo(clientRequest.wire()).isPresent()) {
            refuse(
                    FailureType.MODEL_UNAVAILABLE,
                    404,
                    "the upstream " + route.current().name()
                            + " speaks another provider's wire: only calls of a model are translated for it");
        } else if (times > options.limits().identical()) {
            stopRunaway(times);
        } else if (loop.state().budgets().isExceeded(session)) {
            askForMoney();
        } else if (recalled.filter(ClientRetries.Recalled::probe).isPresent()) {
            policy = policy.maxAttempts(1);
            firstAttempt();
        } else if (recalled.isPresent()) {
            recover(recalled.get().episode());
        } else {
            firstAttempt();
        }
    }

    private void stopRunaway(int times) {
        options.listener().on(new GatewayFact.RunawayStopped(clientRequest.session(), times));
        refuse(
                FailureType.INVALID_REQUEST,
                400,
                "this client has sent the very same request " + times
                        + " times within two minutes; it seems to be caught in a loop. Change the request, or wait"
                        + " two minutes.");
    }

    private void askForMoney() {
        loop.state().budgets().decide(session, clientRequest.session(), loop::onLoop, allowed -> {
            if (finished) {
                return;
            }
            if (allowed) {
                firstAttempt();
            } else {
                refuse(FailureType.QUOTA_EXHAUSTED, 403, loop.state().budgets().refusal(session));
            }
        });
    }

    private void refuse(FailureType type, int status, String message) {
        ClientReply reply = FinalReply.own(clientRequest.wire(), type, status, message);
        reply.headers().set("x-should-retry", "false");
        reply(reply, Optional.of(Failure.of(type, false, message, Action.FIX_CONFIG, Ledger.REFUSED)));
    }

    /** On the event loop, without the kernel: most requests succeed, and then nothing needs deciding. */
    private void firstAttempt() {
        Attempt first = new Attempt(
                1, policy.maxAttempts(), Remedy.Simple.NOTHING, Optional.of(startModel), Episode.EMPTY, Deadline.NONE);
        UpstreamScope scope = scope();
        if (!scope.admitsAtOnce(first)) {
            recover(Episode.EMPTY);
            return;
        }
        start(startModel, new AttemptEnd() {
            @Override
            public void good() {
                scope.succeeded(first);
            }

            @Override
            public void bad(Failure failure) {
                scope.failed(first, failure);
                recover(Episode.EMPTY.with(
                        new Episode.Entry(1, Optional.of(startModel), Remedy.Simple.NOTHING, failure, Duration.ZERO)));
            }

            @Override
            public void gone() {
                scope.abandoned(first);
            }
        });
    }

    private UpstreamScope scope() {
        return scopeOf(route.current());
    }

    UpstreamScope scopeOf(Target target) {
        return loop.state()
                .scopes()
                .of(target.name(), target.model(startModel), target.account(clientRequest.account()));
    }

    private void start(String withModel, AttemptEnd end) {
        Target target = route.current();
        String called = target.model(withModel);
        ledger.calls(target, withModel, called);
        lastAnswer = Optional.empty();
        UpstreamCall call = new UpstreamCall(
                options,
                clientRequest,
                new Relay(this, end),
                new UpstreamCall.Manner(holdsWhole, RequestPolicy.attemptLimit(policy, elapsed())));
        live = call;
        abandon = end::gone;
        call.start(loop.client(), target, called.isEmpty() ? null : called);
    }

    Duration elapsed() {
        return Duration.ofNanos(options.time().nanos() - startedAt);
    }

    /** A good answer has begun; content, if committed, can no longer be taken back. */
    void answered(UpstreamResponse answer, boolean commits) {
        abandon = () -> {};
        if (commits) {
            committed = true;
            loop.committed(this);
        }
        ledger.answered();
        if (answer.status() < 400) {
            UpstreamScope scope = scope();
            scope.answered();
            route.answered(answer.headers());
            session.routed(
                    clientRequest.route().upstream(),
                    route.current().id(),
                    options.time().now());
            if (escalatedTo != null && escalatedTo.equals(ledger.model())) {
                session.staysOn(clientRequest.model(), escalatedTo);
            }
            loop.state().memory().succeeded(clientRequest);
            Instant now = options.time().now();
            Pacing.pause(answer.headers(), now).ifPresent(scope::pauseFor);
            RateWindows.tightest(answer.headers(), now)
                    .ifPresent(window -> options.listener()
                            .on(new GatewayFact.RateWindowTold(route.current().id(), ledger.model(), window, now)));
        }
    }

    /** Hands the request to the kernel, on a thread that may wait. */
    private void recover(Episode before) {
        episode = before;
        recovery = RequestRecovery.start(
                this, loop, new RequestRecovery.Request(policy, startModel, route, session, ledger), before);
    }

    /** One attempt for the kernel. The kernel's thread waits; the work is done on the event loop. */
    Boolean call(Attempt attempt) throws InterruptedException {
        KernelCall answered = new KernelCall();
        loop.onLoop(() -> {
            if (finished || clientGone) {
                answered.gone();
                return;
            }
            episode = attempt.episode();
            String model = attempt.model().orElse(startModel);
            if (attempt.remedy() instanceof Remedy.StrongerModel) {
                escalatedTo = model;
            }
            start(model, answered);
        });
        return answered.await(() -> clientGone);
    }

    void giveUp(GaveUpException gaveUp) {
        if (finished) {
            return;
        }
        episode = gaveUp.episode();
        Failure failure = gaveUp.failure();
        if (gaveUp.reason() == GiveUpReason.CANCELLED && failure.type() != FailureType.CANCELLED) {
            givenUpByHand(failure);
            return;
        }
        Optional<Failure> paused = neverCalled(failure) ? scope().pausedFor() : Optional.empty();
        ClientReply reply = paused.map(why -> FinalReply.waiting(why, clientRequest.wire()))
                .orElseGet(() -> FinalReply.of(
                        gaveUp, lastAnswer, clientRequest, options.time().now()));
        boolean passing = (failure.retryable() && failure.type() != FailureType.CONTENT_FILTER)
                || gaveUp.reason() != GiveUpReason.NOT_RETRYABLE;
        loop.state().memory().gaveUp(clientRequest, scope(), reply, episode, passing);
        reply(reply, Optional.of(paused.orElse(failure)));
    }

    /** The client still waits, and is told at once. It is not remembered: the same request may be sent again. */
    private void givenUpByHand(Failure last) {
        Failure cancelled = CallFailures.givenUp(last);
        ClientReply reply = FinalReply.own(clientRequest.wire(), cancelled.type(), cancelled.message());
        reply.headers().set("x-should-retry", "false");
        reply(reply, Optional.of(cancelled));
    }

    private static boolean neverCalled(Failure failure) {
        return failure.rule().startsWith("guard.");
    }

    void brokeInside(Throwable bug) {
        loop.state().log().error("Request {} broke inside the gateway", ledger.requestId(), bug);
        String message =
                "the gateway itself failed on this request: " + bug.getClass().getSimpleName();
        reply(
                FinalReply.own(clientRequest.wire(), FailureType.SERVER_ERROR, 500, message),
                Optional.of(Failure.of(FailureType.UNKNOWN, false, message, Action.STOP, "gateway.bug")));
    }

    private void reply(ClientReply reply, Optional<Failure> failure) {
        if (finished) {
            return;
        }
        if (client.headSent()) {
            FailureType type = failure.map(Failure::type).orElse(FailureType.UNKNOWN);
            client.endBadly(type, failure.map(Failure::message).orElse("the request failed"));
        } else {
            client.send(reply, responseHeaders());
        }
        finish(failure);
    }

    /** This attempt has no good answer. */
    void attemptFailed(Failure failure, Optional<UpstreamResponse> answer, Usage used) {
        abandon = () -> {};
        route.failed(failure);
        live = null;
        lastAnswer = answer;
        ledger.failed(used);
    }

    public void used(Usage used) {
        ledger.used(used);
    }

    public ClientRequest clientRequest() {
        return clientRequest;
    }

    public ClientSide client() {
        return client;
    }

    /** The client has seen half an answer. It will come again, and is then given a whole one. */
    void brokeOff() {
        loop.state().memory().brokeOff(clientRequest);
    }

    /** Holds the provider up until the client has read what is on its way. */
    void holdUp() {
        UpstreamCall call = live;
        if (call != null) {
            call.pause();
            response.drainHandler(drained -> call.resume());
        }
    }

    ResponseHeaders responseHeaders() {
        return ledger.responseHeaders();
    }

    private void clientLeft() {
        if (finished) {
            return;
        }
        clientGone = true;
        client.gone();
        UpstreamCall call = live;
        if (call != null) {
            call.cancel();
        }
        abandon.run();
        if (recovery != null) {
            recovery.interrupt();
        }
        if (!committed) {
            loop.state().memory().interrupted(clientRequest, scope(), episode);
        }
        finish(Optional.of(CallFailures.cancelled()));
    }

    public void finish(Optional<Failure> failure) {
        if (finished) {
            return;
        }
        finished = true;
        live = null;
        if (recovery != null) {
            recovery.end();
        }
        loop.ended(this);
        ledger.ended(
                client.status(),
                episode,
                failure,
                committed,
                lastAnswer.map(UpstreamResponse::excerpt).orElse(""));
    }

    /** Called a few times a second: notices stalls, and keeps a waiting client's line open. */
    public void tick(long now) {
        UpstreamCall call = live;
        if (call != null) {
            call.tick(now);
        }
        boolean waits = !finished && !committed && clientRequest.streams() && clientRequest.generates();
        if (!waits) {
            return;
        }
        if (pings.due(now, client.headSent())) {
            if (!client.headSent()) {
                client.openWaiting(responseHeaders());
            }
            client.write(Buffer.buffer(SignOfLife.of(clientRequest.wire(), ledger.model())));
        }
    }
}
