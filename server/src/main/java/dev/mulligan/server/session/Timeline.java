package dev.mulligan.server.session;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent;
import dev.mulligan.record.ProviderEvent;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.trace.Recorded;
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

    /** Of one request only: nothing of the others is put together. */
    static Timeline ofRequest(SessionViews views, String session, String request, int limit) {
        List<Recorded> events = views.timeline(session, limit).stream()
                .filter(recorded -> recorded.event() instanceof ProviderEvent e
                        && e.requestId().equals(request))
                .toList();
        Timeline timeline = new Timeline(views.requests(troubled(events), MOST_PER_REQUEST), false);
        events.forEach(timeline::add);
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
            case RetryEvent.ModelEscalated e -> escalations.add(ModelChanges.escalation(recorded.at(), e));
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
        request.put("wastedMicros", e.wastedMicros());
        request.put("streamed", e.stream());
        e.upstream().ifPresent(name -> request.put("upstream", name));
        e.firstByteMs().ifPresent(millis -> request.put("firstByteMs", millis));
        e.run().ifPresent(run -> request.put("runId", run));
        e.step().ifPresent(step -> request.put("stepId", step));
        request.put("error", e.error());
        request.put("errorType", e.errorType());
        request.put("failureType", e.failureType().map(FailureType::wireName));
        request.put(
                "attempts",
                isPlain(e)
                        ? List.of(RequestAttempts.atOnce(at, e))
                        : attempts(e.requestId(), Optional.of(e), at, e.model()));
    }

    private List<JsonObject> attempts(
            String requestId, Optional<ProviderRequestFinished> end, Instant at, String model) {
        RequestAttempts told = RequestAttempts.of(stories.getOrDefault(requestId, List.of()), end, at, model);
        escalations.addAll(told.changes());
        return told.attempts();
    }
}
