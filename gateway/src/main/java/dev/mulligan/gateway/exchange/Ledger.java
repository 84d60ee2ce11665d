package dev.mulligan.gateway.exchange;

import dev.mulligan.attempt.Episode;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.http.ResponseHeaders;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.route.RouteChoice;
import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.gateway.session.Session;
import dev.mulligan.gateway.session.Tally;
import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.RequestPlace;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What one request of a client comes to, for its session, the budgets and those who listen. */
final class Ledger {

    /** The rule of a failure that the gateway makes itself, since it does not let the request pass. */
    static final String REFUSED = "gateway.refused";

    private final GatewayState state;
    private final GatewayOptions options;
    private final ClientRequest clientRequest;
    private final Session session;
    private final String project;
    private final String requestId;
    private final long startedAt;
    private final Tally tally;

    private String model;
    private String priced;
    private String upstream;
    private int calls;
    private int clientRetries;
    private Optional<Duration> firstByte = Optional.empty();
    private Optional<Long> firstFailure = Optional.empty();
    private long lastCall;

    Ledger(
            GatewayState state,
            ClientRequest clientRequest,
            Session session,
            String project,
            String model,
            long startedAt) {
        this.state = state;
        this.options = state.options();
        this.clientRequest = clientRequest;
        this.session = session;
        this.project = project;
        this.requestId = state.nextRequestId();
        this.model = model;
        this.priced = model;
        this.upstream = clientRequest.route().upstream();
        this.startedAt = startedAt;
        this.tally = new Tally(options.models());
        this.clientRetries = clientRequest.clientRetryCount();
    }

    String requestId() {
        return requestId;
    }

    /** What its recovery is called in events. */
    String operation() {
        return clientRequest.route().upstream() + " " + model + " " + requestId;
    }

    String model() {
        return model;
    }

    ResponseHeaders responseHeaders() {
        // Another provider's model is told by its own name, not by the one that was asked for.
        return new ResponseHeaders(priced, calls, clientRequest.session(), upstream);
    }

    /** The client has sent it so often before. */
    void repeated(int times) {
        clientRetries = Math.max(clientRetries, times);
    }

    void begun() {
        ProviderRequestStarted started = new ProviderRequestStarted(
                requestId,
                clientRequest.route().upstream(),
                clientRequest.model(),
                project,
                Optional.of(clientRequest.session()),
                clientRequest.streams());
        options.listener()
                .on(new GatewayFact.RequestStarted(
                        clientRequest
                                .place()
                                .map(place -> started.madeBy(place.run(), place.step(), place.attempt()))
                                .orElse(started),
                        options.time().now(),
                        clientRequest.wireName(),
                        clientRetries));
    }

    /** {@code called}: the name the target knows the model by. */
    void calls(Target target, String withModel, String called) {
        calls++;
        model = withModel;
        upstream = target.id();
        priced = options.models().find(called).isPresent() ? called : withModel;
    }

    /** Nobody is answered by another upstream without a trace. */
    void moved(RouteChoice.Move move) {
        options.listener()
                .on(new GatewayFact.Recovering(new RetryEvent.FallbackUsed(
                        operation() + "#1",
                        model,
                        move.to().model(model),
                        Optional.of(move.from().id()),
                        Optional.of(move.to().id()),
                        Optional.of(move.why().wireName()))));
    }

    void answered() {
        lastCall = options.time().nanos();
        firstByte = Optional.of(sinceStart());
    }

    /** An attempt had no good answer. */
    void failed(Usage used) {
        tally.waste(priced, used);
        if (firstFailure.isEmpty()) {
            firstFailure = Optional.of(options.time().nanos());
        }
    }

    void used(Usage used) {
        tally.count(priced, used);
    }

    /**
     * Closes the books.
     *
     * @param status what the client saw
     * @param committed whether content had gone out that could not be taken back
     * @param failedOutput what the last attempt had said when it failed
     */
    void ended(int status, Episode episode, Optional<Failure> failure, boolean committed, String failedOutput) {
        Instant endedAt = options.time().now();
        session.answered(calls, tally.usage(), tally.cost(), failure.isPresent());
        state.budgets().spent(session, clientRequest.session(), tally.cost());
        if (clientRequest.route().generates()) {
            state.kept().keep(clientRequest.session(), kept(endedAt, failure, failedOutput));
        }
        options.listener()
                .on(new GatewayFact.RequestFinished(
                        finished(status, episode, failure),
                        endedAt,
                        clientRequest.wireName(),
                        calls,
                        episode,
                        failure,
                        committed,
                        Optional.ofNullable(clientRequest.headers().get("traceparent"))));
    }

    private ProviderRequestFinished finished(int status, Episode episode, Optional<Failure> failure) {
        boolean success = failure.isEmpty();
        return ProviderRequestFinished.of(requestId, clientRequest.route().upstream(), model)
                .project(project)
                .session(clientRequest.session())
                .promptPattern(state.prompts().of(clientRequest))
                .ended(success, status)
                .took(sinceStart().toMillis())
                .firstByteAfter(firstByte.map(Duration::toMillis))
                .retries(Math.max(0, calls - 1))
                .clientRetries(clientRetries)
                .recoveredWithin(
                        success
                                ? firstFailure.map(
                                        at -> Duration.ofNanos(lastCall - at).toMillis())
                                : Optional.empty())
                .lastFailure(failure.or(episode::lastFailure))
                .stoppedBy(failure.map(Failure::rule).filter(REFUSED::equals))
                .spent(
                        tally.usage(),
                        tally.cost().micros(),
                        success ? tally.wasted().micros() : tally.cost().micros())
                .stream(clientRequest.streams())
                .asked(clientRequest.model(), upstream)
                .madeBy(
                        clientRequest.place().map(RequestPlace::run),
                        clientRequest.place().map(RequestPlace::step),
                        clientRequest.place().map(RequestPlace::attempt))
                .build();
    }

    private KeptRequest kept(Instant at, Optional<Failure> failure, String failedOutput) {
        return new KeptRequest(
                requestId,
                at,
                project,
                clientRequest.wireName(),
                clientRequest.route().uri(),
                clientRequest.model(),
                clientRequest.headers(),
                clientRequest.body(),
                failure,
                failedOutput);
    }

    private Duration sinceStart() {
        return Duration.ofNanos(options.time().nanos() - startedAt);
    }
}
