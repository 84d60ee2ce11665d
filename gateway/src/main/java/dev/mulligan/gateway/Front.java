package dev.mulligan.gateway;

import dev.mulligan.failure.FailureType;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One event loop: its listening socket, its connections to the upstreams, and the exchanges on it. */
final class Front extends AbstractVerticle {

    private static final long TICK_MS = 100;
    private static final int UPSTREAM_CONNECTIONS = 20_000;

    private final Shared shared;
    private final Map<String, Upstream> upstreams = new TreeMap<>();
    private final Set<Exchange> exchanges = new HashSet<>();
    private final Doorkeeper doorkeeper;
    private @Nullable HttpServer server;
    private @Nullable HttpClient client;

    Front(Shared shared) {
        this.shared = shared;
        this.doorkeeper = new Doorkeeper(shared.options());
        shared.options().upstreams().forEach((name, uri) -> upstreams.put(name, Upstream.of(name, uri)));
    }

    @Override
    public void start(Promise<Void> started) {
        GatewayOptions options = shared.options();
        client = vertx.httpClientBuilder()
                .with(new HttpClientOptions()
                        .setTcpNoDelay(true)
                        .setKeepAliveTimeout(30)
                        .setMaxHeaderSize(options.limits().headers())
                        .setMaxChunkSize(64 << 10)
                        .setMaxRedirects(0))
                .with(new PoolOptions().setHttp1MaxSize(UPSTREAM_CONNECTIONS).setMaxWaitQueueSize(-1))
                // Whoever uses the connection hears of it; a second report helps nobody.
                .withConnectHandler(connection -> connection.exceptionHandler(broken -> {}))
                .build();
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setTcpNoDelay(true)
                        .setHttp2ClearTextEnabled(false)
                        .setHandle100ContinueAutomatically(true)
                        .setMaxInitialLineLength(options.limits().requestLine())
                        .setMaxHeaderSize(options.limits().headers())
                        .setMaxChunkSize(64 << 10))
                .connectionHandler(doorkeeper::opened)
                .requestHandler(this::arrived);
        vertx.setPeriodic(TICK_MS, id -> tick());
        // A negative port is a free one, shared by all instances of this deployment.
        server.listen(options.port() == 0 ? -1 : options.port(), options.bind())
                .onComplete(
                        bound -> {
                            shared.listensOn(bound.actualPort());
                            started.complete();
                        },
                        started::fail);
    }

    private void tick() {
        long now = shared.options().time().nanos();
        List.copyOf(exchanges).forEach(exchange -> exchange.tick(now));
        doorkeeper.tick(now);
    }

    Shared shared() {
        return shared;
    }

    HttpClient client() {
        if (client == null) {
            throw new IllegalStateException("not started");
        }
        return client;
    }

    Upstream upstream(String name) {
        Upstream found = upstreams.get(name);
        return found == null ? Upstream.of(name, URI.create("http://" + name + ".invalid")) : found;
    }

    /** Runs it on this event loop. */
    void onLoop(Runnable task) {
        Context loop = context;
        loop.runOnContext(now -> task.run());
    }

    void ended(Exchange exchange) {
        exchanges.remove(exchange);
    }

    private void arrived(HttpServerRequest request) {
        long now = shared.options().time().nanos();
        doorkeeper.requestBegins(request.connection(), now);
        HttpServerResponse response = request.response();
        response.endHandler(end -> doorkeeper.requestEnded(
                request.connection(), shared.options().time().nanos()));
        String path = request.path();
        if (path == null || request.uri().startsWith("http")) {
            say(response, 400, "the request target is not a path");
        } else if (path.equals("/metrics")) {
            response.putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .end(shared.metrics().scrape());
        } else if (path.equals("/readyz")) {
            health(response, shared.readiness().isReadyForWatcher());
        } else if (path.equals("/healthz")) {
            health(response, !shared.readiness().isLeaving());
        } else if (!shared.readiness().isLeaving() && shared.hooks().takes(path)) {
            doorkeeper.requestComplete(request.connection());
            shared.hooks().elsewhere().ifPresent(handler -> handler.handle(request));
        } else if (shared.readiness().isClosed()) {
            response.putHeader("retry-after", "1").putHeader("connection", "close");
            say(response, 503, "this gateway is shutting down; try again in a moment");
        } else if ("websocket".equalsIgnoreCase(request.getHeader("upgrade"))) {
            say(response, 426, "WebSocket is not spoken here; use HTTP");
        } else {
            Optional<String> uri = admitted(request);
            if (uri.isEmpty()) {
                say(response, 401, "this gateway asks for its token: header x-mulligan-token, or base URL …/t/TOKEN");
            } else {
                readBody(request, uri.get(), now);
            }
        }
    }

    private static void health(HttpServerResponse response, boolean well) {
        response.setStatusCode(well ? 200 : 503).end(well ? "ok\n" : "draining\n");
    }

    /** The target without the token; empty when the token is missing or wrong. */
    private Optional<String> admitted(HttpServerRequest request) {
        Optional<String> token = shared.options().token();
        String uri = request.uri();
        if (token.isEmpty()) {
            return Optional.of(uri);
        }
        if (uri.startsWith("/t/")) {
            int end = uri.indexOf('/', 3);
            return end > 0 && same(token.get(), uri.substring(3, end))
                    ? Optional.of(uri.substring(end))
                    : Optional.empty();
        }
        String header = request.getHeader("x-mulligan-token");
        boolean ours = header != null
                && shared.hooks().ownToken().filter(own -> same(own, header)).isPresent();
        return ours || (header != null && same(token.get(), header)) ? Optional.of(uri) : Optional.empty();
    }

    /** {@code known}: the token, or {@code sha256:} and its hash, for those who do not keep the token itself. */
    private static boolean same(String known, String given) {
        boolean hashed = known.startsWith("sha256:");
        byte[] shown = (hashed ? "sha256:" + sha256(given) : given).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), shown);
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private void readBody(HttpServerRequest request, String uri, long startedAt) {
        Route route = Route.of(request.method(), uri, request.headers());
        if (!route.uri().startsWith("/v1")) {
            say(request.response(), 404, "nothing here; the gateway serves /v1/… and /v1beta/…");
            return;
        }
        if (!upstreams.containsKey(route.upstream())) {
            say(request.response(), 404, "no upstream '" + route.upstream() + "' is configured");
            return;
        }
        int most = shared.options().limits().requestBody();
        Buffer body = Buffer.buffer(expected(request));
        request.handler(chunk -> {
            if (body.length() + chunk.length() > most) {
                if (!request.response().ended()) {
                    request.response().putHeader("connection", "close");
                    say(
                            request.response(),
                            413,
                            "the request is larger than this gateway's limit of " + most + " bytes");
                }
                return;
            }
            body.appendBuffer(chunk);
        });
        request.endHandler(end -> {
            doorkeeper.requestComplete(request.connection());
            if (!request.response().ended()) {
                begin(request, route, body, startedAt);
            }
        });
    }

    /** Room for the body as announced, within reason: an announcement costs a client nothing. */
    private static int expected(HttpServerRequest request) {
        String length = request.getHeader("content-length");
        try {
            return length == null ? 0 : Math.clamp(Long.parseLong(length), 0, 1 << 20);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void begin(HttpServerRequest request, Route route, Buffer body, long startedAt) {
        Asked asked = new Asked(request.method(), route, request.headers(), body);
        String named = request.getHeader("x-mulligan-project");
        String project = route.project()
                .or(() -> Optional.ofNullable(named))
                .filter(name -> !name.isBlank() && name.length() <= 100)
                .or(() -> Optional.ofNullable(shared.options().projectKeys().get(asked.account())))
                .orElse("default");
        if (shared.readiness().isLeaving()) {
            request.response().putHeader("connection", "close");
        }
        Exchange exchange = new Exchange(this, asked, project, request.response(), startedAt);
        exchanges.add(exchange);
        exchange.begin();
    }

    private static void say(HttpServerResponse response, int status, String message) {
        FailureType type = status < 500 ? FailureType.INVALID_REQUEST : FailureType.SERVER_ERROR;
        response.setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(WireErrors.body(Wire.ANTHROPIC, type, status, "mulligan: " + message));
    }

    /** Waits for what is under way, but not for ever. */
    void finishUp(Duration atMost, Promise<Void> done) {
        HttpServer listening = server;
        if (listening == null) {
            done.complete();
            return;
        }
        long end = System.nanoTime() + atMost.toNanos();
        vertx.setPeriodic(TICK_MS / 4, id -> {
            if (exchanges.isEmpty() || System.nanoTime() - end > 0) {
                vertx.cancelTimer(id);
                listening.close().onComplete(closed -> done.tryComplete());
            }
        });
    }
}
