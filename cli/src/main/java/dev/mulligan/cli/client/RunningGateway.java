package dev.mulligan.cli.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** A {@code mulligan serve} that somebody else has started, read through its metrics. */
record RunningGateway(String url, Totals before) {

    /** Long, since a connection that nobody takes is refused at once: only a busy server is slow. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String RECOVERED = "mulligan_gateway_recovered_total";
    private static final String REQUESTS = "mulligan_gateway_request_seconds_count";

    /** Since it was started. */
    record Totals(long requests, long recovered) {}

    /** The one at this address; empty when nobody answers, or somebody else. */
    static Optional<RunningGateway> at(String url) {
        return totals(url).map(totals -> new RunningGateway(url, totals));
    }

    /** What it did since it was found. It may have other clients, too. */
    Optional<Totals> since() {
        return totals(url)
                .map(now -> new Totals(now.requests() - before.requests(), now.recovered() - before.recovered()));
    }

    private static Optional<Totals> totals(String url) {
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            HttpResponse<String> page = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/metrics"))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return page.statusCode() == 200 && page.body().contains(RECOVERED)
                    ? Optional.of(new Totals(sum(page.body(), REQUESTS), sum(page.body(), RECOVERED)))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static long sum(String page, String name) {
        return (long) page.lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
