package dev.mulligan.provider.translate;

import dev.mulligan.provider.Bytes;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a model has thought, on its way through a client that gives back only what it does not understand. It stands in a
 * {@code redacted_thinking} block with a mark of ours: no signature is invented, and no provider but the one it came from
 * gets it.
 */
public final class Thoughts {

    private static final String MARK = "mulligan-thought:";
    private static final byte[] BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    private Thoughts() {}

    /** Whether a request holds any. */
    public static boolean areIn(byte[] body) {
        return Bytes.contains(body, 0, body.length, BYTES);
    }

    /** The request without them, for a provider that did not think them. */
    public static byte[] without(byte[] body) {
        return Json.write(without(Json.parse(new String(body, StandardCharsets.UTF_8))))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Object without(@Nullable Object value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, without(member)));
                yield new JsonObject(members);
            }
            case List<?> list -> {
                List<@Nullable Object> kept = new ArrayList<>();
                for (Object item : list) {
                    boolean thought = item instanceof JsonObject block
                            && block.text("data", "").startsWith(MARK);
                    if (!thought) {
                        kept.add(without(item));
                    }
                }
                yield kept;
            }
            case null, default -> value;
        };
    }

    static String data(String thought) {
        return MARK + Base64.getEncoder().encodeToString(thought.getBytes(StandardCharsets.UTF_8));
    }

    static Optional<String> in(String data) {
        return data.startsWith(MARK)
                ? Optional.of(
                        new String(Base64.getDecoder().decode(data.substring(MARK.length())), StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
