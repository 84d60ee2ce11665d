package dev.mulligan.gateway.http;

import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.gateway.access.TokenHash;
import dev.mulligan.gateway.access.TokenVerifier;
import dev.mulligan.gateway.access.WebChecks;
import dev.mulligan.gateway.options.GatewayOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a request to the gateway's own paths is let in: by its framing, its token, its host and the page it comes from. */
public final class ClientChecks {

    /** What becomes of it. */
    public sealed interface Result {}

    /** It goes on, with this target: the token is not part of it any more. */
    public record Admitted(String uri) implements Result {}

    public record Refused(int status, String message, Optional<String> retryAfter) implements Result {
        public Refused(int status, String message) {
            this(status, message, Optional.empty());
        }
    }

    private static final String TOKEN_PATH = "/t/";
    private static final Set<String> HEALTH = Set.of("/healthz", "/readyz");

    private final GatewayOptions.Access access;
    private final Optional<String> ownToken;

    public ClientChecks(GatewayOptions.Access access, Optional<String> ownToken) {
        this.access = access;
        this.ownToken = ownToken;
    }

    /** What every request must look like, whoever answers it. */
    public static Optional<Refused> malformed(HttpServerRequest request) {
        if (!request.uri().startsWith("/") || request.path() == null) {
            return Optional.of(new Refused(400, "the request target is not a path"));
        }
        int hosts = request.headers().getAll("host").size();
        // Two of them: whoever stands before us may have looked at the other one. Load balancers ask about health
        // without any.
        return hosts == 1 || (hosts == 0 && HEALTH.contains(request.path()))
                ? Optional.empty()
                : Optional.of(new Refused(400, "a request has exactly one Host header"));
    }

    public Result check(HttpServerRequest request) {
        String uri = request.uri();
        Optional<String> inPath = Optional.empty();
        if (uri.startsWith(TOKEN_PATH)) {
            int end = uri.indexOf('/', TOKEN_PATH.length());
            if (end > 0) {
                inPath = Optional.of(uri.substring(TOKEN_PATH.length(), end));
                uri = uri.substring(end);
            }
        }
        String host = request.getHeader("host");
        if (!WebChecks.isOwnPage(request.getHeader("origin"), request.getHeader("sec-fetch-site"), host)) {
            return new Refused(403, "this gateway is not for pages of other sites");
        }
        if (access.tokenNeeded()) {
            Optional<String> token = inPath.or(() -> Optional.ofNullable(request.getHeader("x-mulligan-token")))
                    .or(() -> bearer(request));
            // A page of another site does not know a token, so with one any name will do.
            return token.isEmpty() ? missing() : verified(token.get(), request, uri);
        }
        return WebChecks.isOwnName(host, access.hosts())
                ? new Admitted(uri)
                : new Refused(
                        421,
                        "this gateway does not answer to the name '" + SafeText.name(WebChecks.nameIn(host))
                                + "'; use localhost or its address, or start it with --host NAME");
    }

    /** On the gateway's other paths this header is the provider's. */
    private static Optional<String> bearer(HttpServerRequest request) {
        @Nullable String given = request.path().equals("/metrics") ? request.getHeader("authorization") : null;
        return given != null && given.regionMatches(true, 0, "Bearer ", 0, 7)
                ? Optional.of(given.substring(7).strip())
                : Optional.empty();
    }

    private static Refused missing() {
        return new Refused(
                401,
                "this gateway asks for its token: header x-mulligan-token, or base URL …/t/TOKEN; mulligan token create"
                        + " makes one");
    }

    private Result verified(String token, HttpServerRequest request, String uri) {
        if (ownToken.filter(own -> TokenHash.same(own, token)).isPresent()) {
            return new Admitted(uri);
        }
        String address = request.remoteAddress().hostAddress();
        return switch (access.tokens().verify(token, address == null ? "" : address)) {
            case TokenVerifier.Known _ -> new Admitted(uri);
            case TokenVerifier.Wrong _ ->
                new Refused(401, "this token is not known here, is expired or was revoked; see mulligan token list");
            case TokenVerifier.Wait wait ->
                new Refused(
                        429,
                        "too many wrong tokens came from this address; wait " + wait.seconds() + " s",
                        Optional.of(wait.seconds()));
        };
    }
}
