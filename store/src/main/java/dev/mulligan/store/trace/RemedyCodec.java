package dev.mulligan.store.trace;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.text.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A remedy: a word, or an object where it needs a further one. */
final class RemedyCodec {

    private RemedyCodec() {}

    static void write(JsonGenerator to, Remedy remedy) {
        switch (remedy) {
            case Remedy.Simple simple -> to.writeString(simple.wireName());
            case Remedy.OtherStrategy other -> pair(to, remedy, "name", other.name());
            case Remedy.StrongerModel stronger -> pair(to, remedy, "model", stronger.model());
            case Remedy.FallbackModel fallback -> pair(to, remedy, "model", fallback.model());
            case Remedy.RestoreCheckpoint restore -> pair(to, remedy, "checkpoint", restore.id());
            case Remedy.Candidates candidates -> {
                to.writeStartObject();
                to.writeStringProperty("kind", remedy.wireName());
                to.writeNumberProperty("count", candidates.count());
                to.writeEndObject();
            }
        }
    }

    private static void pair(JsonGenerator to, Remedy remedy, String name, String value) {
        to.writeStartObject();
        to.writeStringProperty("kind", remedy.wireName());
        to.writeStringProperty(name, value);
        to.writeEndObject();
    }

    static Remedy read(@Nullable Object json) {
        JsonObject object = json instanceof JsonObject found ? found : new JsonObject(Map.of());
        return switch (object.text("kind", "")) {
            case "other_strategy" -> new Remedy.OtherStrategy(object.text("name", ""));
            case "stronger_model" -> new Remedy.StrongerModel(object.text("model", ""));
            case "fallback_model" -> new Remedy.FallbackModel(object.text("model", ""));
            case "restore_checkpoint" -> new Remedy.RestoreCheckpoint(object.text("checkpoint", ""));
            case "candidates" -> new Remedy.Candidates(object.integer("count").orElse(1));
            default -> ValueCodec.Plain.word(Remedy.Simple.class, json, Remedy.Simple.WAIT);
        };
    }
}
