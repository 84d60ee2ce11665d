package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Sampling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What OpenAI's models accept, by their names. */
final class OpenAiModels {

    /** With or without the vendor in front, as OpenRouter has it. */
    private static final Pattern REASONS = Pattern.compile("(^|.*/)(gpt-[5-9]|o[1-9]|codex).*");

    private OpenAiModels() {}

    /** Whether it thinks before it answers: then it takes an effort, no temperature, and the newer token limit. */
    static boolean reasons(String model) {
        return REASONS.matcher(model).matches();
    }

    static void sampling(ModelRequest request, Map<String, @Nullable Object> body, List<String> dropped) {
        boolean reasons = reasons(request.model());
        Sampling sampling = request.sampling();
        sampling.temperature().ifPresent(value -> put("temperature", value, reasons, body, dropped));
        sampling.topP().ifPresent(value -> put("top_p", value, reasons, body, dropped));
    }

    /** The effort that the request asks for, where the model takes one. */
    static Optional<String> effort(ModelRequest request, List<String> dropped) {
        if (request.effort().isPresent() && !reasons(request.model())) {
            dropped.add("thinking");
            return Optional.empty();
        }
        return request.effort();
    }

    private static void put(
            String name, Number value, boolean refused, Map<String, @Nullable Object> body, List<String> dropped) {
        if (!refused) {
            body.put(name, value);
        } else if (value.doubleValue() != 1) {
            dropped.add(name);
        }
    }

    static Optional<Object> choice(AnyChoice choice) {
        return switch (choice) {
            case UNSAID -> Optional.empty();
            case AUTO -> Optional.of("auto");
            case REQUIRED -> Optional.of("required");
            case NONE -> Optional.of("none");
        };
    }
}
