package dev.mulligan.server.session;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
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
        return attempt(1, Optional.empty(), at, 0, 0, true, end.model(), end.upstream());
    }

    /** Each failed attempt is told by what was scheduled after it. */
    static RequestAttempts of(List<Recorded> story, Optional<ProviderRequestFinished> end, Instant at, String model) {
        List<JsonObject> attempts = new ArrayList<>();
        List<Map<String, Object>> changes = new ArrayList<>();
        String used = startModel(story).orElse(model);
        Optional<String> where = startUpstream(story).or(() -> end.flatMap(ProviderRequestFinished::upstream));
        int told = 0;
        for (int i = 0; i < story.size(); i++) {
            Recorded recorded = story.get(i);
            switch (recorded.event()) {
                case RetryEvent.RetryScheduled e -> {
                    told = e.attempt() - 1;
                    attempts.add(attempt(
                            told,
                            Optional.of(e.error()),
                            recorded.at(),
                            e.delayMs(),
                            waited(e, recorded.at(), story, i, end.map(ended -> at)),
                            false,
                            used,
                            where));
                }
                case RetryEvent.RetryExhausted e -> {
                    // What ended while it waited has made no attempt since the one that is told already.
                    if (told == 0 || e.attempts() > told) {
                        attempts.add(
                                attempt(e.attempts(), Optional.of(e.error()), recorded.at(), 0, 0, false, used, where));
                    }
                }
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
                        attempt(done.retries() + 1, Optional.empty(), at, 0, 0, true, done.model(), done.upstream())));
        return new RequestAttempts(List.copyOf(attempts), List.copyOf(changes));
    }

    /** No longer than until what is told next: a person can end a wait early. */
    private static long waited(
            RetryEvent.RetryScheduled scheduled, Instant since, List<Recorded> story, int at, Optional<Instant> end) {
        return story.stream()
                .skip(at + 1L)
                .filter(later -> later.event() instanceof RetryEvent.RetryScheduled
                        || later.event() instanceof RetryEvent.RetryExhausted
                        || later.event() instanceof RetryEvent.RetrySucceeded)
                .findFirst()
                .map(Recorded::at)
                .or(() -> end)
                .map(until -> Math.clamp(Duration.between(since, until).toMillis(), 0, scheduled.delayMs()))
                .orElse(scheduled.delayMs());
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
            long waitedMs,
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
                "waitedMs",
                waitedMs,
                "succeeded",
                succeeded,
                "model",
                model,
                "upstream",
                upstream);
    }
}
