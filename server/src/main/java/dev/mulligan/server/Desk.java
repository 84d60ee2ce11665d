package dev.mulligan.server;

import dev.mulligan.event.Event;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.access.TokenHash;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What every endpoint works with. */
final class Desk implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final GatewayOptions options;
    private final EventStore store;
    private final ServerSettings settings;
    private final PolicyBook policies;
    private final Escalations escalations;
    private final LiveBoard board;
    private final EventStream events;
    private final AtomicLong numbers = new AtomicLong();
    private final String ownToken = TokenHash.freshToken();
    private final List<Rounds> rounds = new CopyOnWriteArrayList<>();
    private volatile @Nullable Gateway gateway;

    Desk(
            GatewayOptions options,
            EventStore store,
            ServerSettings settings,
            PolicyBook policies,
            Escalations escalations,
            LiveBoard board) {
        this.options = options;
        this.store = store;
        this.settings = settings;
        this.policies = policies;
        this.escalations = escalations;
        this.board = board;
        this.events = new EventStream(store, settings);
    }

    /** From here on endpoints are answered, and what other servers on the same store decide is followed. */
    void opened(Gateway opened) {
        gateway = opened;
        rounds.add(Rounds.every(LOOK_EVERY, "decisions", () -> {
            policies.refresh();
            escalations.catchUp();
        }));
        settings.alertWebhook()
                .map(webhook -> new AlertDuty(store, options.models(), settings.time(), webhook))
                .ifPresent(duty -> rounds.add(Rounds.every(settings.alertPause(), "alerts", duty)));
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

    Escalations escalations() {
        return escalations;
    }

    LiveBoard board() {
        return board;
    }

    EventStream events() {
        return events;
    }

    /** A name for something a person asked for, that no other server on the same store gives. */
    String freshId(String kind) {
        return kind + "-" + Long.toString(settings.time().now().toEpochMilli(), 36) + "-"
                + ProcessHandle.current().pid() + "-" + numbers.incrementAndGet();
    }

    void note(String runId, long seq, Event event) {
        store.append(List.of(new Recorded(runId, seq, settings.time().now(), event)));
    }

    @Override
    public void close() {
        rounds.forEach(Rounds::close);
        events.close();
    }
}
