package dev.mulligan.store.trace;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.store.trace.ValueCodec.Plain;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A classified failure. The exception behind it is not kept: its class and frames belong to one process. */
final class FailureCodec {

    private FailureCodec() {}

    static void write(JsonGenerator to, Failure failure) {
        to.writeStartObject();
        to.writeStringProperty("type", failure.type().wireName());
        to.writeStringProperty("errorType", failure.errorType().wireName());
        to.writeBooleanProperty("retryable", failure.retryable());
        to.writeStringProperty("message", failure.message());
        failure.retryAfter().ifPresent(delay -> to.writeNumberProperty("retryAfterMs", delay.toMillis()));
        to.writeStringProperty("bestAction", failure.bestAction().wireName());
        to.writeStringProperty("rule", failure.rule());
        if (!failure.signature().isEmpty()) {
            to.writeStringProperty("signature", failure.signature());
        }
        to.writeEndObject();
    }

    static Failure read(@Nullable Object json) {
        JsonObject object = json instanceof JsonObject found ? found : new JsonObject(Map.of());
        FailureType type = Plain.word(FailureType.class, object.get("type"), FailureType.UNKNOWN);
        Optional<Duration> delay = object.has("retryAfterMs")
                ? Optional.of(Duration.ofMillis(object.number("retryAfterMs").orElse(0)))
                : Optional.empty();
        return new Failure(
                type,
                Plain.word(ErrorType.class, object.get("errorType"), type.usualErrorType()),
                object.text("message", ""),
                new Failure.Advice(
                        object.truth("retryable").orElse(false),
                        delay,
                        Plain.word(Action.class, object.get("bestAction"), Action.STOP)),
                object.text("rule", ""),
                object.text("signature", ""),
                Optional.empty());
    }
}
