package dev.mulligan.server.session;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.store.event.WaitingRetry;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What happens now, and what a person can do about it. */
public final class LiveApi {

    private static final int MOST_SHOWN = 500;

    private final ServerContext context;
    private final LiveRequests live;

    public LiveApi(ServerContext context, LiveRequests live) {
        this.context = context;
        this.live = live;
    }

    public Reply now(Call call) {
        List<ActiveRetry> retries = context.gateway().activeRetries();
        List<LiveRequests.Open> open = live.all();
        List<WaitingRetry> ofRuns = context.store().views().waitingRetries(MOST_SHOWN);
        return Reply.json(Json.object(
                "now",
                context.time().now(),
                "position",
                context.store().position(),
                "retries",
                Stream.concat(
                                retries.stream().limit(MOST_SHOWN).map(this::retry),
                                ofRuns.stream().map(LiveApi::ofRun))
                        .toList(),
                "requests",
                open.stream().limit(MOST_SHOWN).map(LiveApi::request).toList(),
                "waiting",
                retries.size() + ofRuns.size(),
                "running",
                open.size()));
    }

    private JsonObject retry(ActiveRetry retry) {
        String id = requestOf(retry);
        Optional<LiveRequests.Open> request = live.find(id);
        return Json.object(
                "requestId",
                id,
                "operationId",
                retry.operationId(),
                "session",
                request.map(LiveRequests.Open::session),
                "project",
                request.map(LiveRequests.Open::project),
                "provider",
                request.map(LiveRequests.Open::provider),
                "model",
                request.map(LiveRequests.Open::model),
                "since",
                request.map(LiveRequests.Open::since),
                "attempt",
                retry.attempt(),
                "maxAttempts",
                retry.maxAttempts(),
                "nextRetryAt",
                retry.nextRetryAt(),
                "failureType",
                retry.lastFailure().type().wireName(),
                "errorType",
                retry.lastFailure().errorType().wireName(),
                "errorMessage",
                retry.lastFailure().message());
    }

    /** A step of a run that waits for its next attempt; its run is where it can be cancelled. */
    private static JsonObject ofRun(WaitingRetry retry) {
        return Json.object(
                "runId",
                retry.runId(),
                "operationId",
                retry.operationId(),
                "requestId",
                retry.runId() + "/" + retry.operationId(),
                "project",
                retry.project(),
                "model",
                retry.model(),
                "since",
                retry.since(),
                "attempt",
                retry.attempt(),
                "maxAttempts",
                retry.maxAttempts(),
                "nextRetryAt",
                retry.nextAt(),
                "failureType",
                retry.failureType(),
                "errorMessage",
                retry.message());
    }

    private static JsonObject request(LiveRequests.Open open) {
        return Json.object(
                "requestId",
                open.requestId(),
                "since",
                open.since(),
                "provider",
                open.provider(),
                "model",
                open.model(),
                "session",
                open.session(),
                "project",
                open.project());
    }

    /** The gateway names its operations {@code provider model request}. */
    private static String requestOf(ActiveRetry retry) {
        return retry.operation().substring(retry.operation().lastIndexOf(' ') + 1);
    }

    public Reply cancel(Call call) {
        waiting(call).controls().cancel();
        return Reply.empty();
    }

    public Reply retryNow(Call call) {
        waiting(call).controls().retryNow();
        return Reply.empty();
    }

    private ActiveRetry waiting(Call call) {
        String id = call.part("request");
        return context.gateway().activeRetries().stream()
                .filter(retry -> requestOf(retry).equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.conflict("request " + id + " does not wait for another attempt any more"));
    }
}
