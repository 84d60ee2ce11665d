package dev.mulligan.gateway.wire;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a request is for.
 *
 * @param uri path and query as received, without our own prefixes
 * @param upstream the name of the provider it goes to
 * @param generates whether the answer is a model's, so that an empty one is a failure
 * @param repeatable whether another try cannot do harm
 * @param project the project named in the path
 * @param place the attempt of a run it belongs to
 */
public record Route(
        Wire wire,
        String upstream,
        String uri,
        boolean generates,
        boolean repeatable,
        Optional<String> project,
        Optional<RunPlace> place) {

    private static final String PROJECT_PREFIX = "/p/";

    public static Route of(HttpMethod method, String uri, MultiMap headers) {
        Optional<String> project = Optional.empty();
        Optional<RunPlace> place = RunPlace.of(headers);
        String rest = uri;
        if (rest.startsWith(RunPlace.PREFIX)) {
            String[] parts = rest.substring(RunPlace.PREFIX.length()).split("/", 4);
            if (parts.length == 4) {
                place = RunPlace.of(decoded(parts[0]), decoded(parts[1]), parts[2]);
                rest = "/" + parts[3];
            }
        }
        if (rest.startsWith(PROJECT_PREFIX)) {
            int end = rest.indexOf('/', PROJECT_PREFIX.length());
            if (end > PROJECT_PREFIX.length()) {
                project = Optional.of(rest.substring(PROJECT_PREFIX.length(), end));
                rest = rest.substring(end);
            }
        }
        int query = rest.indexOf('?');
        String path = query < 0 ? rest : rest.substring(0, query);
        boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
        Wire wire = method.equals(HttpMethod.POST) ? wire(path) : Wire.OTHER;
        boolean counts = path.endsWith("/count_tokens") || path.endsWith(":countTokens");
        String upstream = wire == Wire.OTHER ? provider(path, headers) : wire.provider();
        return new Route(
                wire, upstream, rest, wire != Wire.OTHER, wire != Wire.OTHER || reads || counts, project, place);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part;
        }
    }

    private static Wire wire(String path) {
        return switch (path) {
            case "/v1/messages" -> Wire.ANTHROPIC;
            case "/v1/chat/completions" -> Wire.CHAT;
            case "/v1/responses" -> Wire.RESPONSES;
            default ->
                path.endsWith(":generateContent") || path.endsWith(":streamGenerateContent") ? Wire.GEMINI : Wire.OTHER;
        };
    }

    private static String provider(String path, MultiMap headers) {
        if (path.startsWith("/v1beta/") || headers.contains("x-goog-api-key")) {
            return Wire.GEMINI.provider();
        }
        boolean anthropic = path.startsWith("/v1/messages")
                || path.startsWith("/v1/complete")
                || headers.contains("anthropic-version")
                || headers.contains("x-api-key");
        return anthropic ? Wire.ANTHROPIC.provider() : Wire.CHAT.provider();
    }

    /** The wire whose error envelope its client understands. */
    public Wire voice() {
        if (wire != Wire.OTHER) {
            return wire;
        }
        return upstream.equals("anthropic") ? Wire.ANTHROPIC : upstream.equals("gemini") ? Wire.GEMINI : Wire.CHAT;
    }

    /** Gemini names the model in the path. */
    Optional<String> modelInPath() {
        int at = uri.indexOf("/models/");
        int end = at < 0 ? -1 : uri.indexOf(':', at);
        return wire == Wire.GEMINI && end > 0 ? Optional.of(uri.substring(at + 8, end)) : Optional.empty();
    }

    String uriWithModel(String model) {
        int at = uri.indexOf("/models/") + 8;
        return modelInPath().isEmpty() ? uri : uri.substring(0, at) + model + uri.substring(uri.indexOf(':', at));
    }

    boolean streamsByPath() {
        return uri.contains(":streamGenerateContent");
    }
}
