package dev.mulligan.provider;

import java.util.Optional;

/** Gemini names the model, and whether the answer is streamed, in the path: {@code /v1beta/models/M:streamGenerateContent}. */
public final class GeminiPath {

    private static final String MODELS = "/models/";

    private GeminiPath() {}

    public static boolean isModelCall(String path) {
        return path.endsWith(":generateContent") || path.endsWith(":streamGenerateContent");
    }

    public static boolean streams(String uri) {
        return uri.contains(":streamGenerateContent");
    }

    public static Optional<String> model(String uri) {
        int at = uri.indexOf(MODELS);
        int end = at < 0 ? -1 : uri.indexOf(':', at);
        return end > 0 ? Optional.of(uri.substring(at + MODELS.length(), end)) : Optional.empty();
    }

    public static String withModel(String uri, String model) {
        int at = uri.indexOf(MODELS) + MODELS.length();
        return uri.substring(0, at) + model + uri.substring(uri.indexOf(':', at));
    }
}
