package dev.mulligan.gateway.http;

import dev.mulligan.gateway.options.GatewayOptions;
import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Closes connections on which a request is not sent in time, and refuses too many of them. Lives on one event loop. */
public final class ConnectionLimits {

    /** What is waited for on a connection, and since when. */
    private record Waiting(boolean forRequest, long since) {}

    private final GatewayOptions options;
    private final Map<HttpConnection, Waiting> connections = new HashMap<>();
    /** On all event loops together. */
    private final AtomicInteger open;

    public ConnectionLimits(GatewayOptions options, AtomicInteger open) {
        this.options = options;
        this.open = open;
    }

    public void opened(HttpConnection connection) {
        if (open.incrementAndGet() > options.limits().connections()) {
            open.decrementAndGet();
            connection.close();
            return;
        }
        connection.exceptionHandler(broken -> {});
        connections.put(connection, new Waiting(true, options.time().nanos()));
        connection.closeHandler(closed -> {
            open.decrementAndGet();
            connections.remove(connection);
        });
    }

    /** Its head is here; now its body must come. */
    public void requestBegins(HttpConnection connection, long now) {
        connections.computeIfPresent(connection, (c, before) -> new Waiting(true, now));
    }

    /** From here on the client waits for us. */
    public void requestComplete(HttpConnection connection) {
        connections.computeIfPresent(connection, (c, before) -> new Waiting(false, before.since()));
    }

    public void requestEnded(HttpConnection connection, long now) {
        connections.computeIfPresent(connection, (c, before) -> new Waiting(true, now));
    }

    public void tick(long now) {
        long limit = options.patience().request().toNanos();
        List.copyOf(connections.entrySet()).forEach(entry -> {
            if (entry.getValue().forRequest() && now - entry.getValue().since() > limit) {
                entry.getKey().close();
            }
        });
    }
}
