package dev.mulligan.gateway.fleet;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.Gauge;
import dev.mulligan.gateway.telemetry.Metrics;
import dev.mulligan.record.share.Messenger;
import dev.mulligan.record.share.Note;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What this gateway and the others of its fleet tell each other. No request waits for it: notes are exchanged in the
 * background, everybody decides by what they know, and a gateway whose board is away goes on alone.
 */
public final class Fleet implements AutoCloseable {

    /** How old what is known of the others gets while all is well. */
    public static final Duration EVERY = Duration.ofMillis(500);

    private final Optional<Messenger> messenger;
    private final Map<String, Consumer<Note.Heard>> listeners = new ConcurrentHashMap<>();
    private final List<Runnable> lookouts = new CopyOnWriteArrayList<>();

    public Fleet(GatewayOptions options) {
        this.messenger = options.fleet()
                .map(board ->
                        new Messenger(board, EVERY, options.time(), this::hear, () -> lookouts.forEach(Runnable::run)));
    }

    public boolean isAlone() {
        return messenger.isEmpty();
    }

    /** Notes of this kind go there. */
    public void listen(String kind, Consumer<Note.Heard> listener) {
        listeners.put(kind, listener);
    }

    /** Runs before each exchange: the time to tell what is only looked at now and then. */
    public void lookOut(Runnable lookout) {
        lookouts.add(lookout);
    }

    public void tell(Note note) {
        messenger.ifPresent(carrier -> carrier.tell(note));
    }

    private void hear(Note.Heard heard) {
        Consumer<Note.Heard> listener = listeners.get(heard.note().kind());
        if (listener != null) {
            listener.accept(heard);
        }
    }

    public void start(Metrics metrics) {
        messenger.ifPresent(carrier -> {
            metrics.show(new Gauge(
                    "mulligan.shared.age.seconds",
                    "gateway",
                    "how old what is known of the other gateways is",
                    () -> carrier.age().toMillis() / 1000.0));
            metrics.show(new Gauge(
                    "mulligan.shared.heard",
                    "gateway",
                    "notes of other gateways heard since the start",
                    carrier::heard));
            carrier.start();
        });
    }

    /** One exchange, now and on this thread. */
    public void exchange() {
        messenger.ifPresent(Messenger::round);
    }

    @Override
    public void close() {
        messenger.ifPresent(Messenger::close);
    }
}
