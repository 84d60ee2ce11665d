package dev.mulligan.server;

import dev.mulligan.Episode;
import dev.mulligan.event.Event;
import dev.mulligan.event.ProviderEvent;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.spool.SpoolSettings;
import dev.mulligan.store.spool.SpoolState;
import dev.mulligan.store.spool.SpoolingWriter;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes what happens in the gateway into the store. The gateway's threads must not wait for a disk, so facts go through
 * a bounded queue; while the store is away they wait in files. What has no room is counted and said aloud, never
 * silently dropped.
 */
public final class GatewayRecorder implements GatewayListener, AutoCloseable {

    private final EventStore store;
    private final SpoolingWriter writer;
    private final String runId;
    private final AtomicLong sequence = new AtomicLong();

    /** With files, should the store be away, among those the system cleans up by itself. */
    public GatewayRecorder(EventStore store, Instant started) {
        this(store, started, Path.of(System.getProperty("java.io.tmpdir"), "mulligan-spool"), SpoolSettings.STANDARD);
    }

    /** {@code spool}: the folder where events wait while the store is away; programs of this machine may share it. */
    public GatewayRecorder(EventStore store, Instant started, Path spool, SpoolSettings settings) {
        this.store = store;
        // In containers every process may have the same number, and they may start together.
        this.runId = "gateway-" + Long.toString(started.toEpochMilli(), 36) + "-"
                + ProcessHandle.current().pid() + "-"
                + HexFormat.of().toHexDigits(new SecureRandom().nextInt());
        // What waits for one store must not end up in another.
        Path own = spool.resolve(UUID.nameUUIDFromBytes(store.name().getBytes(StandardCharsets.UTF_8))
                .toString());
        try {
            this.writer = SpoolingWriter.open(store::append, own, runId, EventJson.standard(), settings);
        } catch (IOException e) {
            throw new UncheckedIOException("the spool " + spool + " cannot be used: " + e.getMessage(), e);
        }
    }

    public EventStore store() {
        return store;
    }

    /** Under which this gateway's events and notes stand in the store. */
    public String name() {
        return runId;
    }

    /** What waits for the store. */
    public SpoolState spool() {
        return writer.state();
    }

    @Override
    public void on(GatewayFact fact) {
        event(fact)
                .ifPresent(
                        event -> writer.write(new Recorded(runId, sequence.incrementAndGet(), Instant.now(), event)));
    }

    private static Optional<Event> event(GatewayFact fact) {
        return switch (fact) {
            case GatewayFact.RequestStarted started ->
                Optional.of(new ProviderEvent.ProviderRequestStarted(
                        started.requestId(),
                        started.provider(),
                        started.model(),
                        started.project(),
                        Optional.of(started.session()),
                        started.wire().toLowerCase(Locale.ROOT).contains("stream")));
            case GatewayFact.RequestFinished finished -> Optional.of(finished(finished));
            case GatewayFact.SessionEscalated up ->
                Optional.of(new RetryEvent.ModelEscalated(up.session(), up.fromModel(), up.toModel(), up.reason()));
            case GatewayFact.Recovering recovering -> Optional.of(recovering.event());
            // Both end a request, and its end says so.
            case GatewayFact.BudgetExceeded over -> Optional.empty();
            case GatewayFact.RunawayStopped stopped -> Optional.empty();
        };
    }

    private static ProviderEvent.ProviderRequestFinished finished(GatewayFact.RequestFinished end) {
        Optional<Failure> last = end.failure().or(() -> lastOf(end.episode()));
        boolean recovered = end.succeeded() && !end.episode().isEmpty();
        return new ProviderEvent.ProviderRequestFinished(
                end.requestId(),
                end.provider(),
                end.model(),
                end.duration().toMillis(),
                end.succeeded(),
                Math.max(0, end.upstreamCalls() - 1),
                last.map(Failure::message),
                last.map(failure -> failure.errorType().wireName()),
                last.map(Failure::type),
                end.project(),
                Optional.of(end.session()),
                Optional.empty(),
                end.promptPattern(),
                end.status(),
                end.usage(),
                end.cost().micros(),
                end.succeeded() ? 0 : end.cost().micros(),
                // From the arrival, which is a little more than from the first failed try.
                recovered ? Optional.of(end.duration().toMillis()) : Optional.empty(),
                end.clientRetries());
    }

    private static Optional<Failure> lastOf(Episode episode) {
        return episode.lastFailure();
    }

    /** Everything handed over is in the store or on the disk, then ends. */
    @Override
    public void close() {
        writer.close();
        store.close();
    }
}
