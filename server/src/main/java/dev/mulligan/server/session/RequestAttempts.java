package dev.mulligan.server.session;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The attempts of one request, and the changes of model or upstream between them. */
record RequestAttempts(List<JsonObject> attempts, List<Map<String, Object>> changes) {

    /** Of a request that was answered at once. */
    static JsonObject atOnce(Instant at, ProviderRequestFinished end) {
        return attempt(1, Optional.empty(), at, 0, true, end.model(), end.upstream());
    }

    /** Each failed attempt is told by what was scheduled after it. */
    static RequestAttempts of(List<Recorded> story, Optional<ProviderRequestFinished> end, Instant at, String model) {
        List<JsonObject> attempts = new ArrayList<>();
        List<Map<String, Object>> changes = new ArrayList<>();
        String used = startModel(story).orElse(model);
        Optional<String> where = startUpstream(story).or(() -> end.flatMap(ProviderRequestFinished::upstream));
        for (Recorded recorded : story) {
            switch (recorded.event()) {
                case RetryEvent.RetryScheduled e ->
                    attempts.add(attempt(
                            e.attempt() - 1, Optional.of(e.error()), recorded.at(), e.delayMs(), false, used, where));
                case RetryEvent.RetryExhausted e ->
                    attempts.add(attempt(e.attempts(), Optional.of(e.error()), recorded.at(), 0, false, used, where));
                case RetryEvent.ModelEscalated e -> {
                    used = e.toModel();
                    changes.add(ModelChanges.escalation(recorded.at(), e));
                }
                case RetryEvent.FallbackUsed e -> {
                    used = e.toModel();
                    where = e.toUpstream().isPresent() ? e.toUpstream() : where;
                    changes.add(ModelChanges.fallback(recorded.at(), e));
                }
                default -> {}
            }
        }
        end.filter(ProviderRequestFinished::success)
                .ifPresent(done -> attempts.add(
                        attempt(done.retries() + 1, Optional.empty(), at, 0, true, done.model(), done.upstream())));
        return new RequestAttempts(List.copyOf(attempts), List.copyOf(changes));
    }

    private static Optional<String> startModel(List<Recorded> story) {
        return story.stream()
                .flatMap(recorded -> switch (recorded.event()) {
                    case RetryEvent.ModelEscalated e -> Stream.of(e.fromModel());
                    case RetryEvent.FallbackUsed e -> Stream.of(e.fromModel());
                    default -> Stream.empty();
                })
                .findFirst();
    }

    /** Where the first attempt went, when a later one went elsewhere. */
    private static Optional<String> startUpstream(List<Recorded> story) {
        return story.stream()
                .flatMap(recorded -> recorded.event() instanceof RetryEvent.FallbackUsed e
                        ? e.fromUpstream().stream()
                        : Stream.empty())
                .findFirst();
    }

    private static JsonObject attempt(
            int number,
            Optional<Failure> failure,
            Instant at,
            long delayMs,
            boolean succeeded,
            String model,
            Optional<String> upstream) {
        return Json.object(
                "attemptNumber",
                number,
                "error",
                failure.map(f -> f.errorType().wireName()),
                "failureType",
                failure.map(f -> f.type().wireName()),
                "errorMessage",
                failure.map(Failure::message),
                "rule",
                failure.map(Failure::rule),
                "timestamp",
                at,
                "delayMs",
                delayMs,
                "succeeded",
                succeeded,
                "model",
                model,
                "upstream",
                upstream);
    }
}
