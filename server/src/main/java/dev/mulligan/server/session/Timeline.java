package dev.mulligan.server.session;

import dev.mulligan.escalate.Money;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.AttemptEvent;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What happened in one session, put together from its events. Newest first. */
final class Timeline {

    private static final int MOST_PER_REQUEST = 200;

    private final Map<String, List<Recorded>> stories;
    private final boolean cut;
    private final Map<String, Map<String, Object>> requests = new LinkedHashMap<>();
    private final List<Map<String, Object>> escalations = new ArrayList<>();
    private final Map<String, Map<String, Object>> retries = new LinkedHashMap<>();

    private Timeline(Map<String, List<Recorded>> stories, boolean cut) {
        this.stories = stories;
        this.cut = cut;
    }

    static Timeline of(SessionViews views, String session, int limit) {
        List<Recorded> events = views.timeline(session, limit);
        Timeline timeline = new Timeline(views.requests(troubled(events), MOST_PER_REQUEST), events.size() >= limit);
        events.forEach(timeline::add);
        timeline.escalations.forEach(timeline::putActual);
        return timeline;
    }

    /** Most requests have one attempt only, and then nothing more was recorded about them. */
    private static Set<String> troubled(List<Recorded> events) {
        Set<String> plain = new HashSet<>();
        Set<String> troubled = new LinkedHashSet<>();
        events.forEach(recorded -> {
            switch (recorded.event()) {
                case ProviderRequestFinished e -> (isPlain(e) ? plain : troubled).add(e.requestId());
                case ProviderRequestStarted e -> troubled.add(e.requestId());
                default -> {}
            }
        });
        troubled.removeAll(plain);
        return troubled;
    }

    private static boolean isPlain(ProviderRequestFinished e) {
        return e.success() && e.retries() == 0;
    }

    /** Whether there is more than was asked for. */
    boolean isCut() {
        return cut;
    }

    boolean isEmpty() {
        return requests.isEmpty() && escalations.isEmpty() && retries.isEmpty();
    }

    List<Map<String, Object>> requests() {
        return List.copyOf(requests.values());
    }

    List<Map<String, Object>> escalations() {
        return List.copyOf(escalations);
    }

    /** Retries that a person asked for. */
    List<Map<String, Object>> retries() {
        return List.copyOf(retries.values());
    }

    private void add(Recorded recorded) {
        switch (recorded.event()) {
            case ProviderRequestStarted e -> started(recorded.at(), e);
            case ProviderRequestFinished e -> finished(recorded.at(), e);
            case RetryEvent.ModelEscalated e -> escalations.add(escalation(recorded.at(), e));
            case AttemptEvent.AttemptStarted e -> {
                Map<String, Object> retry = retries.computeIfAbsent(recorded.runId(), id -> new LinkedHashMap<>());
                retry.put("id", recorded.runId());
                retry.put("at", recorded.at());
                retry.put("attemptNumber", e.attempt());
                retry.put("model", e.model());
                retry.put(
                        "withContext",
                        e.strategy().filter("retry-with-error-context"::equals).isPresent());
            }
            case AttemptEvent.AgentChunk e ->
                retries.computeIfAbsent(recorded.runId(), id -> new LinkedHashMap<>())
                        .put("answer", e.text());
            default -> {}
        }
    }

    private static Map<String, Object> change(Instant at, String from, String to, String reason) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("fromModel", from);
        change.put("toModel", to);
        change.put("reason", reason);
        change.put("timestamp", at);
        return change;
    }

    private static Map<String, Object> escalation(Instant at, RetryEvent.ModelEscalated e) {
        Map<String, Object> change =
                change(at, e.fromModel(), e.toModel(), e.reason().wireName());
        change.put("costBeforeMicros", e.costBeforeMicros());
        change.put("costEstimateMicros", e.costEstimateMicros());
        change.put(
                "costEstimate",
                e.costEstimateMicros()
                        .flatMap(after -> e.costBeforeMicros().map(before -> new Money(after - before)))
                        .map(Money::inDollars));
        return change;
    }

    /** What the first answer of the new model really cost. */
    private void putActual(Map<String, Object> change) {
        Instant since = (Instant) Objects.requireNonNull(change.get("timestamp"));
        requests.values().stream()
                .filter(request -> Boolean.TRUE.equals(request.get("success")))
                .filter(request -> Objects.equals(request.get("model"), change.get("toModel")))
                .filter(request -> request.get("endedAt") instanceof Instant end && !end.isBefore(since))
                .min(Comparator.comparing(request -> (Instant) Objects.requireNonNull(request.get("endedAt"))))
                .ifPresent(request -> {
                    change.put("costActualMicros", Objects.requireNonNull(request.get("costMicros")));
                    change.put("firstRequest", Objects.requireNonNull(request.get("requestId")));
                });
    }

    private Map<String, Object> request(String id) {
        return requests.computeIfAbsent(id, fresh -> {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("requestId", id);
            return request;
        });
    }

    private void started(Instant at, ProviderRequestStarted e) {
        Map<String, Object> request = request(e.requestId());
        request.put("startedAt", at);
        request.put("requestedModel", e.model());
        request.putIfAbsent("model", e.model());
        request.putIfAbsent("provider", e.provider());
        if (!request.containsKey("endedAt")) {
            request.put("attempts", attempts(e.requestId(), Optional.empty(), at, e.model()));
        }
    }

    private void finished(Instant at, ProviderRequestFinished e) {
        Map<String, Object> request = request(e.requestId());
        request.put("endedAt", at);
        e.recoveryMs().ifPresent(millis -> request.put("recoveryMs", millis));
        request.put("provider", e.provider());
        request.put("model", e.model());
        request.put("status", e.status());
        request.put("success", e.success());
        request.put("retryCount", e.retries());
        request.put("durationMs", e.durationMs());
        request.put("costMicros", e.costMicros());
        request.put("inputTokens", e.usage().prompt());
        request.put("outputTokens", e.usage().output());
        request.put("clientRetries", e.clientRetries());
        request.put("error", e.error());
        request.put("errorType", e.errorType());
        request.put(
                "attempts",
                isPlain(e)
                        ? List.of(attempt(1, Optional.empty(), at, 0, true, e.model()))
                        : attempts(e.requestId(), Optional.of(e), at, e.model()));
    }

    /** Each failed attempt is told by what was scheduled after it. */
    private List<JsonObject> attempts(
            String requestId, Optional<ProviderRequestFinished> end, Instant at, String model) {
        List<JsonObject> attempts = new ArrayList<>();
        List<Recorded> story = stories.getOrDefault(requestId, List.of());
        String used = startModel(story).orElse(model);
        for (Recorded recorded : story) {
            switch (recorded.event()) {
                case RetryEvent.RetryScheduled e ->
                    attempts.add(
                            attempt(e.attempt() - 1, Optional.of(e.error()), recorded.at(), e.delayMs(), false, used));
                case RetryEvent.RetryExhausted e ->
                    attempts.add(attempt(e.attempts(), Optional.of(e.error()), recorded.at(), 0, false, used));
                case RetryEvent.ModelEscalated e -> {
                    used = e.toModel();
                    escalations.add(escalation(recorded.at(), e));
                }
                case RetryEvent.FallbackUsed e -> {
                    used = e.toModel();
                    escalations.add(change(recorded.at(), e.fromModel(), e.toModel(), "fallback"));
                }
                default -> {}
            }
        }
        if (end.isPresent() && end.get().success()) {
            attempts.add(attempt(
                    end.get().retries() + 1,
                    Optional.empty(),
                    at,
                    0,
                    true,
                    end.get().model()));
        }
        return attempts;
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

    private static JsonObject attempt(
            int number, Optional<Failure> failure, Instant at, long delayMs, boolean succeeded, String model) {
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
                model);
    }
}
