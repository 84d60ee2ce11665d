package dev.mulligan.gateway.exchange;

import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.http.HopByHop;
import dev.mulligan.gateway.upstream.UpstreamResponse;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.provider.ErrorCodes;
import dev.mulligan.provider.ErrorEnvelope;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a client gets when another attempt is not worth it: the provider's own words wherever there are any. */
final class FinalReply {

    private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

    private FinalReply() {}

    static ClientReply of(GaveUpException gaveUp, Optional<UpstreamResponse> last, ClientRequest request, Instant now) {
        Failure failure = gaveUp.failure();
        Wire voice = request.wire();
        Optional<Duration> wait =
                gaveUp.resumeAt().map(at -> Duration.between(now, at)).or(failure::retryAfter);
        ClientReply reply = last.map(answer -> fromUpstream(answer, failure, voice))
                .orElseGet(() -> own(voice, failure.type(), String.valueOf(gaveUp.getMessage())));
        mark(reply, failure, wait);
        if (reply.status() != 429 || !isPointless(failure)) {
            return reply;
        }
        return switch (request.client()) {
            case GEMINI_CLI -> withLongWait(reply);
            case OPENCODE -> withStatusOfMoney(reply);
            case CLAUDE_CODE, CODEX, OTHER -> reply;
        };
    }

    /** opencode goes by the status alone: it tries every 429 again for minutes, and a 402 never. */
    private static ClientReply withStatusOfMoney(ClientReply reply) {
        return new ClientReply(402, "Payment Required", reply.headers(), reply.body());
    }

    /**
     * Gemini CLI knows no header that says so: it tries a 429 ten times, unless its details state a wait of more than five
     * minutes. An answer that has details of its own is left alone.
     */
    private static ClientReply withLongWait(ClientReply reply) {
        try {
            JsonObject body = Json.parseObject(reply.body().toString());
            Optional<JsonObject> error = body.object("error");
            if (error.isEmpty() || error.get().has("details")) {
                return reply;
            }
            Map<String, @Nullable Object> members =
                    new LinkedHashMap<>(error.get().members());
            members.put("details", List.of(Json.object("@type", RETRY_INFO, "retryDelay", "3600s")));
            Map<String, @Nullable Object> all = new LinkedHashMap<>(body.members());
            all.put("error", new JsonObject(members));
            return new ClientReply(reply.status(), reply.reason(), reply.headers(), json(new JsonObject(all)));
        } catch (JsonException e) {
            return reply;
        }
    }

    static ClientReply own(Wire voice, FailureType type, String message) {
        return own(voice, type, ErrorCodes.status(voice, type), message);
    }

    static ClientReply own(Wire voice, FailureType type, int status, String message) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("content-type", "application/json");
        return new ClientReply(
                status, "", headers, json(ErrorEnvelope.body(voice, type, status, "mulligan: " + message)));
    }

    private static Buffer json(JsonObject body) {
        return Buffer.buffer(Json.write(body));
    }

    private static ClientReply fromUpstream(UpstreamResponse answer, Failure failure, Wire voice) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        HopByHop.copy(answer.headers(), headers, name -> name.equalsIgnoreCase("content-length"));
        if (answer.errorEvent().isEmpty() || (answer.streamed() && !failure.retryable())) {
            return new ClientReply(
                    answer.status(), answer.reason(), headers, answer.body().copy());
        }
        // A failure inside a 200 is given its true status: only that tells a client to stop.
        int status = ErrorCodes.status(voice, failure.type());
        headers.set("content-type", "application/json");
        Buffer body = voice == Wire.RESPONSES
                ? json(ErrorEnvelope.body(voice, failure.type(), status, failure.message()))
                : answer.errorEvent().get().copy();
        return new ClientReply(status, "", headers, body);
    }

    /** For a request that was never sent, because its account was told to wait: what it would have heard. */
    static ClientReply waiting(Failure why, Wire voice) {
        ClientReply reply = own(voice, why.type(), why.message());
        return why.retryAfter().map(reply::retryAfter).orElse(reply);
    }

    /** Says when another try makes sense, and that none does only where that is sure. */
    private static void mark(ClientReply reply, Failure failure, Optional<Duration> wait) {
        int status = reply.status();
        boolean clientsRetry =
                status >= 500 || status == 429 || status == 408 || status == 409 || status == 401 || status == 403;
        if (!clientsRetry || failure.type() == FailureType.CONTEXT_LIMIT) {
            return;
        }
        if (isPointless(failure)) {
            reply.headers().set("x-should-retry", "false");
        }
        if (!reply.headers().contains("retry-after")) {
            wait.filter(Duration::isPositive)
                    .ifPresent(w -> reply.headers()
                            .set("retry-after", Long.toString(w.plusMillis(999).toSeconds())));
        }
    }

    /** Credentials, money, a request that is wrong. What is unknown, takes long or was tried often enough may still pass. */
    private static boolean isPointless(Failure failure) {
        return switch (failure.type().origin()) {
            case ACCESS, REQUEST ->
                !failure.retryable()
                        && (failure.type() != FailureType.QUOTA_EXHAUSTED
                                || failure.retryAfter().isEmpty());
            case UPSTREAM, LIMIT, SIZE, WORK, MACHINE, CALLER, UNKNOWN -> false;
        };
    }
}
