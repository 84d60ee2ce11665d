package dev.mulligan.gateway.wire;

import dev.mulligan.provider.GeminiPath;
import dev.mulligan.provider.Wire;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a request is for.
 *
 * @param wire the wire its client speaks; that of its errors, when it does not call a model
 * @param uri path and query as received, without our own prefixes
 * @param generates whether it calls a model, so that its answer is understood and an empty one is a failure
 * @param repeatable whether another try cannot do harm
 * @param project the project named in the path
 * @param place the attempt of a run it belongs to
 */
public record RequestPath(
        Wire wire,
        String uri,
        boolean generates,
        boolean repeatable,
        Optional<String> project,
        Optional<RequestPlace> place) {

    private static final String PROJECT_PREFIX = "/p/";
    /** What Java puts where bytes are no UTF-8. */
    private static final char NO_CHARACTER = '\uFFFD';

    public static RequestPath of(HttpMethod method, String uri, MultiMap headers) {
        Optional<String> project = Optional.empty();
        Optional<RequestPlace> place = RequestPlace.of(headers);
        String rest = uri;
        if (rest.startsWith(RequestPlace.PREFIX)) {
            String[] parts = rest.substring(RequestPlace.PREFIX.length()).split("/", 4);
            if (parts.length == 4) {
                place = RequestPlace.of(decoded(parts[0]), decoded(parts[1]), parts[2]);
                rest = "/" + parts[3];
            }
        }
        if (rest.startsWith(PROJECT_PREFIX)) {
            int end = rest.indexOf('/', PROJECT_PREFIX.length());
            if (end > PROJECT_PREFIX.length()) {
                project = Optional.of(decoded(rest.substring(PROJECT_PREFIX.length(), end)));
                rest = rest.substring(end);
            }
        }
        int query = rest.indexOf('?');
        String path = query < 0 ? rest : rest.substring(0, query);
        boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
        Optional<Wire> called = method.equals(HttpMethod.POST) ? Wire.ofPath(path) : Optional.empty();
        boolean counts = path.endsWith("/count_tokens") || path.endsWith(":countTokens");
        Wire wire = called.orElseGet(() -> Wire.ofProvider(provider(path, headers)));
        return new RequestPath(wire, rest, called.isPresent(), called.isPresent() || reads || counts, project, place);
    }

    /** The provider it goes to. */
    public String upstream() {
        return wire.provider();
    }

    /** What stands before the path of the provider and is not percent-encoded as it should be. */
    public static Optional<String> wrongName(String uri) {
        int end = uri.indexOf("/v1");
        String names = end < 0 ? uri : uri.substring(0, end);
        boolean isOurs = names.startsWith(PROJECT_PREFIX) || names.startsWith(RequestPlace.PREFIX);
        return isOurs
                ? Arrays.stream(names.split("/"))
                        .filter(part -> strictly(part).isEmpty())
                        .findFirst()
                : Optional.empty();
    }

    private static String decoded(String part) {
        return strictly(part).orElse(part);
    }

    private static Optional<String> strictly(String part) {
        try {
            // In a path a plus is a plus.
            String text = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
            return text.indexOf(NO_CHARACTER) < 0 ? Optional.of(text) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
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

    /** Gemini names the model in the path. */
    Optional<String> modelInPath() {
        return generates && wire == Wire.GEMINI ? GeminiPath.model(uri) : Optional.empty();
    }

    String uriWithModel(String model) {
        return modelInPath().isEmpty() ? uri : GeminiPath.withModel(uri, model);
    }

    boolean streamsByPath() {
        return generates && GeminiPath.streams(uri);
    }
}
