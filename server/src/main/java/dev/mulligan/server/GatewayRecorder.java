package dev.mulligan.server;

import dev.mulligan.Episode;
import dev.mulligan.event.Event;
import dev.mulligan.event.ProviderEvent;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.GatewayFact;
import dev.mulligan.gateway.GatewayListener;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.EventWriter;
import dev.mulligan.store.trace.Recorded;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what happens in the gateway into the store. The gateway's threads must not wait for a disk, so facts go through
 * a bounded queue; what does not fit is counted and said aloud, never silently dropped.
 */
public final class GatewayRecorder implements GatewayListener, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GatewayRecorder.class);
    private static final int MOST_WAITING = 200_000;

    private final EventStore store;
    private final EventWriter writer;
    private final String runId;
    private final BlockingQueue<Recorded> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicLong sequence = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Thread carrier;
    private volatile boolean closed;

    public GatewayRecorder(EventStore store, Instant started) {
        this.store = store;
        this.writer = store.writer();
        this.runId = "gateway-" + Long.toString(started.toEpochMilli(), 36) + "-"
                + ProcessHandle.current().pid();
        this.carrier =
                Thread.ofPlatform().daemon().name("mulligan-gateway-recorder").start(this::carry);
    }

    public EventStore store() {
        return store;
    }

    @Override
    public void on(GatewayFact fact) {
        event(fact).ifPresent(event -> {
            Recorded recorded = new Recorded(runId, sequence.incrementAndGet(), Instant.now(), event);
            if (!waiting.offer(recorded) && refused.getAndIncrement() == 0) {
                log.warn("The store cannot keep up: events of the gateway are being lost; see `mulligan doctor`");
            }
        });
    }

    private void carry() {
        while (!closed || !waiting.isEmpty()) {
            try {
                Recorded next = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (next != null) {
                    writer.submit(next).whenComplete((done, failed) -> {
                        if (failed != null) {
                            log.warn("An event could not be stored: {}", failed.getMessage());
                        }
                    });
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }
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

    /** Writes what was handed over, then ends. */
    @Override
    public void close() {
        closed = true;
        try {
            carrier.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.close();
        store.close();
    }
}
