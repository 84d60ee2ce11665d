package dev.mulligan.gateway.telemetry;

import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a span for every request to an OpenTelemetry collector, OTLP over HTTP as JSON. A collector that is slow or gone
 * costs spans, never requests.
 */
public final class Spans implements GatewayListener, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Spans.class);
    private static final int WAITING = 10_000;
    private static final int BATCH = 500;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String END = "";

    private final BlockingQueue<String> spans = new LinkedBlockingQueue<>(WAITING);
    private final URI traces;
    private final Thread sending;

    public Spans(URI collector) {
        String base = collector.toString();
        this.traces = URI.create((base.endsWith("/") ? base : base + "/") + "v1/traces");
        this.sending = Thread.ofPlatform().daemon().name("mulligan-spans").start(this::send);
    }

    @Override
    public void on(GatewayFact fact) {
        if (fact instanceof GatewayFact.RequestFinished end) {
            // A full queue loses the span: the collector is gone, and has been told about by then.
            boolean _ = spans.offer(SpanText.of(end));
        }
    }

    private void send() {
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build()) {
            boolean more = true;
            while (more) {
                List<String> batch = new ArrayList<>();
                batch.add(spans.take());
                spans.drainTo(batch, BATCH);
                more = !batch.remove(END);
                if (!batch.isEmpty()) {
                    post(client, SpanText.batch(batch));
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void post(HttpClient client, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(traces)
                .timeout(TIMEOUT)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status >= 300) {
                log.warn("The collector at {} answers {}: spans are lost", SafeText.message(traces.toString()), status);
            }
        } catch (IOException gone) {
            log.warn(
                    "The collector at {} cannot be reached ({}): spans are lost",
                    SafeText.message(traces.toString()),
                    gone.toString());
        }
    }

    /** Sends what waits, then stops. */
    @Override
    public void close() {
        try {
            if (spans.offer(END, 1, TimeUnit.SECONDS)) {
                sending.join(TIMEOUT.plusSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
