package dev.mulligan.store.report;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Posts alerts as JSON. Tries again as often as its recovery allows, so a slow receiver cannot hold anybody for long. */
public final class AlertWebhook implements Consumer<List<Report.Alert>> {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final URI address;
    private final Recovery recovery;

    public AlertWebhook(URI address, Recovery recovery) {
        this.address = address;
        this.recovery = recovery.named("alert webhook");
    }

    /** Throws {@code GaveUpException} when nobody took them. */
    @Override
    public void accept(List<Report.Alert> alerts) {
        String body = Json.write(Json.object(
                "source",
                "mulligan",
                "alerts",
                alerts.stream()
                        .map(alert -> Json.object(
                                "name", Secrets.redact(alert.name()),
                                "value", alert.value(),
                                "threshold", alert.threshold(),
                                "text", Secrets.redact(alert.sentence())))
                        .toList()));
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            recovery.run(attempt -> post(client, body));
        }
    }

    private boolean post(HttpClient client, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(address)
                        .timeout(PATIENCE)
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) {
            return true;
        }
        Verdict verdict =
                Classifier.standard().classify(new Evidence.Http(answer.statusCode(), Map.of(), answer.body()));
        throw new FailureException(
                switch (verdict) {
                    case Verdict.Failed failed -> failed.failure();
                    case Verdict.NotAFailure odd ->
                        Failure.of(
                                FailureType.UNKNOWN, false, "answered " + answer.statusCode(), Action.STOP, odd.rule());
                });
    }
}
