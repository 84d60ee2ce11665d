package dev.mulligan.cli.transcript;

import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.trace.Recorded;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns what a session's rows tell into requests, as the gateway would have recorded them. */
final class RequestLog {

    /** A failed try, whether the request was saved or not. */
    record Seen(Instant at, FailureType type) {}

    private final String client;
    private final String provider;
    private final Classifier classifier;
    private final Models models;
    private final List<Recorded> recorded = new ArrayList<>();
    private final List<Seen> failures = new ArrayList<>();

    // Mutable state: the session, and the request that is under way
    private String session;
    private String project = "default";
    private String model = "";
    private Optional<Instant> asked = Optional.empty();
    private Optional<Instant> firstFailure = Optional.empty();
    private Optional<Failure> lastFailure = Optional.empty();
    private int failedTries;

    RequestLog(String client, String provider, String session, Classifier classifier, Models models) {
        this.client = client;
        this.provider = provider;
        this.session = session;
        this.classifier = classifier;
        this.models = models;
    }

    List<Recorded> recorded() {
        return List.copyOf(recorded);
    }

    List<Seen> failures() {
        return List.copyOf(failures);
    }

    void session(String id) {
        session = id;
    }

    /** The folder a session worked in names its project. */
    void folder(String cwd) {
        Path name = Path.of(cwd).getFileName();
        project = name == null ? project : name.toString();
    }

    void model(String name) {
        model = name;
    }

    void asked(Instant at) {
        asked = Optional.of(at);
    }

    /** A try that the client made again by itself. */
    void failedTry(Instant at, OptionalInt status, String text) {
        failedTry(at, failure(status, text));
    }

    /** A try of which only is known that it was made again. */
    void failedTryForUnknownReason(Instant at) {
        failedTry(
                at,
                Failure.of(
                        FailureType.UNKNOWN,
                        true,
                        "the client tried again and did not say why",
                        Action.RETRY,
                        "import"));
    }

    private void failedTry(Instant at, Failure failure) {
        failedTries++;
        failures.add(new Seen(at, failure.type()));
        lastFailure = Optional.of(failure);
        firstFailure = firstFailure.or(() -> Optional.of(at));
    }

    void answered(Instant at, Usage usage) {
        finish(at, true, 200, usage, Optional.empty());
    }

    void gaveUp(Instant at, OptionalInt status, String text) {
        Failure failure = failure(status, text);
        failures.add(new Seen(at, failure.type()));
        finish(at, false, status.orElse(0), Usage.NONE, Optional.of(failure));
    }

    private void finish(Instant at, boolean success, int status, Usage usage, Optional<Failure> end) {
        long cost = models.find(model)
                .map(Model::prices)
                .map(prices -> prices.of(usage).micros())
                .orElse(0L);
        recorded.add(new Recorded(
                "import-" + client + "-" + session,
                recorded.size() + 1L,
                at,
                ProviderRequestFinished.of(client + "-" + session + "-" + (recorded.size() + 1), provider, model)
                        .project(project)
                        .session(session)
                        .ended(success, status)
                        .took(millis(asked, at))
                        .retries(failedTries)
                        .recoveredWithin(
                                success && failedTries > 0 ? Optional.of(millis(firstFailure, at)) : Optional.empty())
                        .lastFailure(end.or(() -> lastFailure))
                        .spent(usage, cost, 0)
                        .build()));
        asked = Optional.of(at);
        firstFailure = Optional.empty();
        lastFailure = Optional.empty();
        failedTries = 0;
    }

    private static long millis(Optional<Instant> from, Instant to) {
        return from.map(start -> Math.max(0, Duration.between(start, to).toMillis()))
                .orElse(0L);
    }

    private Failure failure(OptionalInt status, String text) {
        Evidence evidence = status.isPresent() && status.getAsInt() >= 400
                ? new Evidence.Http(status.getAsInt(), Map.of(), text)
                : new Evidence.Thrown(Optional.empty(), text, status, Optional.empty());
        return switch (classifier.classify(evidence)) {
            case Verdict.Failed failed -> failed.failure();
            case Verdict.NotAFailure _ -> Failure.of(FailureType.UNKNOWN, false, text, Action.STOP, "import");
        };
    }
}
