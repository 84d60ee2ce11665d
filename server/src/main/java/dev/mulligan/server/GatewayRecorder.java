package dev.mulligan.server;

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
        fact.event()
                .ifPresent(
                        event -> writer.write(new Recorded(runId, sequence.incrementAndGet(), Instant.now(), event)));
    }

    /** Everything handed over is in the store or on the disk, then ends. */
    @Override
    public void close() {
        writer.close();
        store.close();
    }
}
