package dev.mulligan.server;

import dev.mulligan.ActiveRetry;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.util.List;
import java.util.Optional;

/** What happens now, and what a person can do about it. */
final class LiveApi {

    private static final int MOST_SHOWN = 500;

    private final Desk desk;

    LiveApi(Desk desk) {
        this.desk = desk;
    }

    Reply now(Call call) {
        List<ActiveRetry> retries = desk.gateway().activeRetries();
        List<LiveBoard.Open> open = desk.board().all();
        return Reply.json(Json.object(
                "now",
                desk.settings().time().now(),
                "position",
                desk.store().position(),
                "retries",
                retries.stream().limit(MOST_SHOWN).map(this::retry).toList(),
                "requests",
                open.stream().limit(MOST_SHOWN).map(LiveApi::request).toList(),
                "waiting",
                retries.size(),
                "running",
                open.size()));
    }

    private JsonObject retry(ActiveRetry retry) {
        String id = requestOf(retry);
        Optional<LiveBoard.Open> request = desk.board().find(id);
        return Json.object(
                "requestId",
                id,
                "operationId",
                retry.operationId(),
                "session",
                request.map(LiveBoard.Open::session),
                "project",
                request.map(LiveBoard.Open::project),
                "provider",
                request.map(LiveBoard.Open::provider),
                "model",
                request.map(LiveBoard.Open::model),
                "since",
                request.map(LiveBoard.Open::since),
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

    private static JsonObject request(LiveBoard.Open open) {
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

    Reply cancel(Call call) {
        waiting(call).controls().cancel();
        return Reply.empty();
    }

    Reply retryNow(Call call) {
        waiting(call).controls().retryNow();
        return Reply.empty();
    }

    private ActiveRetry waiting(Call call) {
        String id = call.part("request");
        return desk.gateway().activeRetries().stream()
                .filter(retry -> requestOf(retry).equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.conflict("request " + id + " does not wait for another attempt any more"));
    }
}
