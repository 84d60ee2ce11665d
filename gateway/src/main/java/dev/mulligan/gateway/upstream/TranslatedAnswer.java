package dev.mulligan.gateway.upstream;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.provider.ErrorCodes;
import dev.mulligan.provider.ErrorEnvelope;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.Translation;
import dev.mulligan.text.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** The answer of an upstream of another wire, for the client that asked. */
final class TranslatedAnswer {

    private final Translation translation;
    private final Translation.Stream stream;
    private Buffer ready = Buffer.buffer();

    TranslatedAnswer(Translation translation) {
        this.translation = translation;
        this.stream = translation.stream();
    }

    Wire wire() {
        return translation.to();
    }

    void event(String name, byte[] bytes, int from, int to) {
        ready.appendString(stream.event(name, bytes, from, to));
    }

    void finish() {
        ready.appendString(stream.finish());
    }

    /** What has become ready since the last call. */
    Buffer take() {
        Buffer taken = ready;
        ready = Buffer.buffer();
        return taken;
    }

    Buffer whole(Buffer body) {
        return Buffer.buffer(translation.answer(body.getBytes()));
    }

    Buffer wholeAsStream(Buffer body) {
        return Buffer.buffer(translation.streamOf(body.getBytes()));
    }

    /** The upstream's headers, with what happened to the request. */
    MultiMap headers(MultiMap received) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(received);
        headers.remove("content-length");
        String left = translation.dropped().isEmpty() ? "" : "; left out: " + String.join(", ", translation.dropped());
        headers.set(
                "x-mulligan-translated",
                translation.from().wireName() + " to " + translation.to().wireName() + left);
        return headers;
    }

    /** An error the way the client's own provider would tell it. */
    UpstreamResponse error(UpstreamResponse answer, Failure failure) {
        Wire client = translation.from();
        boolean unknown = failure.type() == FailureType.UNKNOWN && answer.status() >= 400;
        int status = unknown ? answer.status() : ErrorCodes.status(client, failure.type());
        // Claude Code shortens a conversation when it reads these words.
        boolean shortens = failure.type() == FailureType.CONTEXT_LIMIT && client == Wire.ANTHROPIC;
        String message = shortens ? "prompt is too long: " + failure.message() : failure.message();
        MultiMap headers = headers(answer.headers()).set("content-type", "application/json");
        return new UpstreamResponse(
                status,
                "",
                headers,
                Buffer.buffer(Json.write(ErrorEnvelope.body(client, failure.type(), status, message))),
                false,
                Optional.empty());
    }
}
