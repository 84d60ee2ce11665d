package dev.mulligan.gateway;

import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.gateway.exchange.EventLoop;
import dev.mulligan.gateway.exchange.Exchange;
import dev.mulligan.gateway.exchange.GatewayState;
import dev.mulligan.gateway.http.ClientChecks;
import dev.mulligan.gateway.http.ConnectionLimits;
import dev.mulligan.gateway.http.RequestBody;
import dev.mulligan.gateway.options.GatewayLimits;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.upstream.ChunkJoiner;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.RequestPath;
import dev.mulligan.provider.ErrorEnvelope;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One event loop: its listening socket, its connections to the upstreams, and the exchanges on it. */
public final class EventLoopServer extends AbstractVerticle implements EventLoop {

    private static final long TICK_MS = 100;
    private static final int UPSTREAM_CONNECTIONS = 20_000;

    private final GatewayState state;
    private final Map<Exchange, RequestBody> exchanges = new HashMap<>();
    /** Those of the exchanges whose client has seen nothing of an answer yet. */
    private final Set<Exchange> unanswered = new HashSet<>();

    private final ClientChecks checks;
    private final ConnectionLimits connectionLimits;
    private final long streamTicks;
    private final long connectionTicks;
    private long ticks;
    private int recoveries;
    private @Nullable HttpServer server;
    private @Nullable HttpClient client;

    public EventLoopServer(GatewayState state) {
        this.state = state;
        this.connectionLimits = new ConnectionLimits(state.options(), state.connections());
        this.streamTicks = ticksWithin(state.options().patience().silence());
        this.connectionTicks = ticksWithin(state.options().patience().request());
        this.checks = new ClientChecks(state.options().access(), state.hooks().ownToken());
    }

    @Override
    public void start(Promise<Void> started) {
        GatewayOptions options = state.options();
        client = vertx.httpClientBuilder()
                .with(new HttpClientOptions()
                        .setTcpNoDelay(true)
                        .setKeepAliveTimeout(30)
                        .setMaxHeaderSize(options.limits().headers())
                        .setMaxChunkSize(64 << 10)
                        .setMaxRedirects(0))
                .with(new PoolOptions().setHttp1MaxSize(UPSTREAM_CONNECTIONS).setMaxWaitQueueSize(-1))
                .withConnectHandler(EventLoopServer::connected)
                .build();
        server = vertx.createHttpServer(serverOptions(options))
                .connectionHandler(connectionLimits::opened)
                .requestHandler(this::arrived);
        vertx.setPeriodic(TICK_MS, id -> tick());
        // A negative port is a free one, shared by all instances of this deployment.
        server.listen(options.port() == 0 ? -1 : options.port(), options.bind())
                .onComplete(
                        bound -> {
                            state.listensOn(bound.actualPort());
                            started.complete();
                        },
                        started::fail);
    }

    private static void connected(HttpConnection upstream) {
        // Whoever uses the connection hears of it; a second report helps nobody.
        upstream.exceptionHandler(broken -> {});
        ChunkJoiner.on(upstream);
    }

    private static HttpServerOptions serverOptions(GatewayOptions options) {
        HttpServerOptions http = new HttpServerOptions()
                .setTcpNoDelay(true)
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(true)
                .setMaxInitialLineLength(options.limits().requestLine())
                .setMaxHeaderSize(options.limits().headers())
                .setMaxChunkSize(64 << 10);
        options.access()
                .tls()
                .ifPresent(tls -> http.setSsl(true)
                        .setUseAlpn(false)
                        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
                        .setKeyCertOptions(tls.pair()));
        return http;
    }

    /** Thousands of streams may run at once: those, and connections, are looked at a few times within their limits. */
    private void tick() {
        long now = state.options().time().nanos();
        ticks++;
        boolean alsoStreams = ticks % streamTicks == 0;
        List.copyOf(alsoStreams ? exchanges.keySet() : unanswered).forEach(exchange -> exchange.tick(now));
        if (ticks % connectionTicks == 0) {
            connectionLimits.tick(now);
        }
    }

    /** After how many ticks to look again at something that may last so long: at least once a second. */
    private static long ticksWithin(Duration limit) {
        return Math.clamp(limit.toMillis() / 10 / TICK_MS, 1, 1000 / TICK_MS);
    }

    @Override
    public GatewayState state() {
        return state;
    }

    @Override
    public HttpClient client() {
        if (client == null) {
            throw new IllegalStateException("not started");
        }
        return client;
    }

    @Override
    public void onLoop(Runnable task) {
        Context loop = context;
        loop.runOnContext(now -> task.run());
    }

    @Override
    public void committed(Exchange exchange) {
        unanswered.remove(exchange);
    }

    @Override
    public void ended(Exchange exchange) {
        unanswered.remove(exchange);
        RequestBody body = exchanges.remove(exchange);
        if (body != null) {
            body.release();
        }
    }

    private void arrived(HttpServerRequest request) {
        long now = state.options().time().nanos();
        connectionLimits.requestBegins(request.connection(), now);
        HttpServerResponse response = request.response();
        response.endHandler(end -> connectionLimits.requestEnded(
                request.connection(), state.options().time().nanos()));
        Optional<ClientChecks.Refused> malformed = ClientChecks.malformed(request);
        if (malformed.isPresent()) {
            refuse(request, request.uri(), malformed.get());
            return;
        }
        String path = request.path();
        if (path.equals("/readyz")) {
            health(response, state.readiness().isReadyForWatcher());
        } else if (path.equals("/healthz")) {
            health(response, !state.readiness().isLeaving());
        } else if (!state.readiness().isLeaving() && state.hooks().takes(path)) {
            connectionLimits.requestComplete(request.connection());
            state.hooks().elsewhere().ifPresent(handler -> handler.handle(request));
        } else if (state.readiness().isClosed()) {
            response.putHeader("retry-after", "1").putHeader("connection", "close");
            say(response, 503, "this gateway is shutting down; try again in a moment");
        } else {
            switch (checks.check(request)) {
                case ClientChecks.Refused refused -> refuse(request, request.uri(), refused);
                case ClientChecks.Admitted admitted -> admitted(request, admitted.uri(), now);
            }
        }
    }

    private void admitted(HttpServerRequest request, String uri, long now) {
        if (uri.equals("/metrics")) {
            request.response()
                    .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .putHeader("x-content-type-options", "nosniff")
                    .end(state.metrics().scrape());
        } else if ("websocket".equalsIgnoreCase(request.getHeader("upgrade"))) {
            say(request.response(), 426, "WebSocket is not spoken here; use HTTP");
        } else {
            readBody(request, uri, now);
        }
    }

    private static void refuse(HttpServerRequest request, String uri, ClientChecks.Refused refused) {
        refused.retryAfter().ifPresent(seconds -> request.response().putHeader("retry-after", seconds));
        Wire voice = RequestPath.of(request.method(), uri, request.headers()).wire();
        say(request.response(), voice, refused.status(), refused.message());
    }

    private static void health(HttpServerResponse response, boolean well) {
        response.setStatusCode(well ? 200 : 503).end(well ? "ok\n" : "draining\n");
    }

    private void readBody(HttpServerRequest request, String uri, long startedAt) {
        RequestPath route = RequestPath.of(request.method(), uri, request.headers());
        Optional<String> wrong = RequestPath.wrongName(uri);
        if (wrong.isPresent()) {
            say(
                    request.response(),
                    route.wire(),
                    400,
                    "'" + SafeText.name(wrong.get()) + "' in the address is not percent-encoded correctly; a space is"
                            + " written %20 and a percent sign %25");
            return;
        }
        if (!route.uri().startsWith("/v1")) {
            say(request.response(), 404, "nothing here; the gateway serves /v1/… and /v1beta/…");
            return;
        }
        if (!state.routes().knows(route.upstream())) {
            say(request.response(), 404, "no upstream '" + route.upstream() + "' is configured");
            return;
        }
        GatewayLimits limits = state.options().limits();
        RequestBody body = new RequestBody(state.bodies(), limits.requestBody());
        body.read(
                request,
                () -> {
                    connectionLimits.requestComplete(request.connection());
                    begin(request, route, body, startedAt);
                },
                why -> tooMuch(request, route.wire(), why));
    }

    private void tooMuch(HttpServerRequest request, Wire voice, RequestBody.Refusal why) {
        HttpServerResponse response = request.response();
        switch (why) {
            case TOO_LARGE -> {
                int most = state.options().limits().requestBody();
                response.putHeader("connection", "close");
                say(response, voice, 413, "the request is larger than this gateway's limit of " + most + " bytes");
            }
            case NO_ROOM -> {
                // What still comes is thrown away: a line closed at once would take the answer with it.
                response.putHeader("retry-after", "2");
                say(response, voice, 503, "too many large requests are under way at once; try again in a moment");
            }
        }
    }

    private void begin(HttpServerRequest request, RequestPath route, RequestBody body, long startedAt) {
        ClientRequest clientRequest = new ClientRequest(request.method(), route, request.headers(), body.bytes());
        String named = request.getHeader("x-mulligan-project");
        String project = route.project()
                .or(() -> Optional.ofNullable(named))
                .filter(name -> !name.isBlank() && name.length() <= 100)
                .map(SafeText::name)
                .or(() -> Optional.ofNullable(state.options().projectKeys().get(clientRequest.account())))
                .orElse("default");
        if (state.readiness().isLeaving()) {
            request.response().putHeader("connection", "close");
        }
        Exchange exchange = new Exchange(this, clientRequest, project, request.response(), startedAt);
        exchanges.put(exchange, body);
        unanswered.add(exchange);
        exchange.begin();
    }

    private static void say(HttpServerResponse response, int status, String message) {
        say(response, Wire.ANTHROPIC, status, message);
    }

    private static void say(HttpServerResponse response, Wire voice, int status, String message) {
        FailureType type = status < 500 ? FailureType.INVALID_REQUEST : FailureType.SERVER_ERROR;
        response.setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Json.write(ErrorEnvelope.body(voice, type, status, "mulligan: " + message)));
    }

    /** A client has its answer before the kernel has told how the request ended: the loop does not end in between. */
    @Override
    public void recoveryStarted() {
        recoveries++;
    }

    @Override
    public void recoveryEnded() {
        recoveries--;
    }

    /** Waits for what is under way, but not for ever; and a moment for requests that have come and are not read yet. */
    void finishUp(Duration atMost, Promise<Void> done) {
        HttpServer listening = server;
        if (listening == null) {
            done.complete();
            return;
        }
        long end = System.nanoTime() + atMost.toNanos();
        vertx.setPeriodic(TICK_MS / 4, id -> {
            if ((exchanges.isEmpty() && recoveries == 0) || System.nanoTime() - end > 0) {
                vertx.cancelTimer(id);
                listening.close().onComplete(closed -> done.tryComplete());
            }
        });
    }
}
