package dev.mulligan.server;

import dev.mulligan.event.Event;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.GatewayOptions;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every endpoint works with. */
final class Desk implements AutoCloseable {

    private final GatewayOptions options;
    private final EventStore store;
    private final ServerSettings settings;
    private final PolicyBook policies;
    private final LiveBoard board;
    private final EventStream events;
    private final String ownToken = Tokens.fresh();
    private volatile @Nullable Gateway gateway;

    Desk(GatewayOptions options, EventStore store, ServerSettings settings, PolicyBook policies, LiveBoard board) {
        this.options = options;
        this.store = store;
        this.settings = settings;
        this.policies = policies;
        this.board = board;
        this.events = new EventStream(store, settings);
    }

    void opened(Gateway opened) {
        gateway = opened;
    }

    Gateway gateway() {
        Gateway opened = gateway;
        if (opened == null) {
            throw Problem.of(503, "Starting", "the server is starting; try again in a moment");
        }
        return opened;
    }

    GatewayOptions options() {
        return options;
    }

    EventStore store() {
        return store;
    }

    ServerSettings settings() {
        return settings;
    }

    /** Known to this process only: for requests it sends to its own gateway. */
    String ownToken() {
        return ownToken;
    }

    PolicyBook policies() {
        return policies;
    }

    LiveBoard board() {
        return board;
    }

    EventStream events() {
        return events;
    }

    void note(String runId, long seq, Event event) {
        store.append(List.of(new Recorded(runId, seq, settings.time().now(), event)));
    }

    @Override
    public void close() {
        events.close();
        policies.close();
    }
}
