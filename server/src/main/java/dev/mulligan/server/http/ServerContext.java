package dev.mulligan.server.http;

import dev.mulligan.attempt.Time;
import dev.mulligan.event.Event;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.access.TokenHash;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What every endpoint works with. */
public final class ServerContext {

    private final GatewayOptions options;
    private final EventStore store;
    private final Time time;
    private final AtomicLong numbers = new AtomicLong();
    private final String ownToken = TokenHash.freshToken();
    private volatile @Nullable Gateway gateway;

    public ServerContext(GatewayOptions options, EventStore store, Time time) {
        this.options = options;
        this.store = store;
        this.time = time;
    }

    /** From here on endpoints are answered. */
    public void opened(Gateway opened) {
        gateway = opened;
    }

    public Gateway gateway() {
        Gateway opened = gateway;
        if (opened == null) {
            throw Problem.of(503, "Starting", "the server is starting; try again in a moment");
        }
        return opened;
    }

    public GatewayOptions options() {
        return options;
    }

    public EventStore store() {
        return store;
    }

    public Time time() {
        return time;
    }

    /** Known to this process only: for requests it sends to its own gateway. */
    public String ownToken() {
        return ownToken;
    }

    /** A name for something a person asked for, that no other server on the same store gives. */
    public String freshId(String kind) {
        return kind + "-" + Long.toString(time.now().toEpochMilli(), 36) + "-"
                + ProcessHandle.current().pid() + "-" + numbers.incrementAndGet();
    }

    public void note(String runId, long seq, Event event) {
        store.append(List.of(new Recorded(runId, seq, time.now(), event)));
    }
}
