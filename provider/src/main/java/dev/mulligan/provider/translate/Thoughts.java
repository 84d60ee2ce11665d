package dev.mulligan.provider.translate;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What a model has thought, on its way through a client that gives back only what it does not understand. It stands in a
 * {@code redacted_thinking} block with a mark of ours: no signature is invented, and no provider but the one it came from
 * gets it.
 */
public final class Thoughts {

    private static final String MARK = "mulligan-thought:";

    private Thoughts() {}

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
