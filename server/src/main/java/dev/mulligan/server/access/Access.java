package dev.mulligan.server.access;

import dev.mulligan.attempt.Time;
import dev.mulligan.gateway.access.Caller;
import dev.mulligan.gateway.access.Role;
import dev.mulligan.gateway.access.TokenVerifier;
import dev.mulligan.gateway.access.WebChecks;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.RouteChange;
import dev.mulligan.server.http.Visitor;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Who may come in: by which name, with which token, and from which page. */
public final class Access {

    public static final Map<String, String> HEADERS = Map.of(
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'",
            "x-content-type-options",
            "nosniff",
            "x-frame-options",
            "DENY",
            "referrer-policy",
            "no-referrer",
            "cross-origin-opener-policy",
            "same-origin",
            "cross-origin-resource-policy",
            "same-origin");

    /** One that was let in. */
    public record Admitted(Visitor visitor, BooleanSupplier still) {}

    private final GatewayOptions.Access rules;
    private final Logins logins;
    private final AuditLog audit;
    private final Time time;
    private final String cookieName;
    private final String cookieMarks;

    public Access(GatewayOptions.Access rules, AuditLog audit, Time time) {
        this.audit = audit;
        this.time = time;
        this.rules = rules;
        this.logins = new Logins(rules.tokens(), time);
        boolean tls = rules.tls().isPresent();
        // Browsers take a name with this beginning over TLS only, and for this very host.
        this.cookieName = tls ? "__Host-mulligan" : "mulligan";
        this.cookieMarks = "; Path=/; HttpOnly; SameSite=Strict" + (tls ? "; Secure" : "");
    }

    /** What every answer carries. */
    public Map<String, String> headers() {
        if (rules.tls().isEmpty()) {
            return HEADERS;
        }
        Map<String, String> more = new HashMap<>(HEADERS);
        more.put("strict-transport-security", "max-age=31536000");
        return Map.copyOf(more);
    }

    public String freshLink() {
        return logins.freshLink();
    }

    public void checkHost(@Nullable String host) {
        if (!WebChecks.isOwnName(host, rules.hosts())) {
            throw Problem.of(
                    421,
                    "Unknown host",
                    "this server does not answer to the name '" + WebChecks.nameIn(host)
                            + "'; use localhost or its address, or start it with --host NAME");
        }
    }

    private static boolean reads(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    public Admitted check(String method, String path, Map<String, String> headers, String from) {
        if (!reads(method)) {
            checkOrigin(headers);
        }
        Optional<Admitted> known = identify(method, headers, from);
        boolean open = path.equals("/api/login") || path.equals("/api/access");
        if (known.isEmpty() && !open) {
            throw Problem.of(401, "Not logged in", "log in, or send the token as Authorization: Bearer");
        }
        return known.orElseGet(() -> new Admitted(Visitor.NOBODY, () -> true));
    }

    /** Empty when it is not known who it is, and that is needed. */
    private Optional<Admitted> identify(String method, Map<String, String> headers, String from) {
        Optional<Admitted> byToken = byToken(headers, from);
        if (byToken.isPresent()) {
            return byToken;
        }
        Optional<String> cookie = cookie(headers);
        Optional<Visitor> loggedIn = cookie.flatMap(logins::find);
        boolean fromPage = reads(method) || headers.containsKey("x-mulligan-csrf");
        if (loggedIn.isPresent() && fromPage) {
            return Optional.of(new Admitted(loggedIn.get(), logins.watch(cookie.orElseThrow())));
        }
        if (!rules.tokenNeeded()) {
            return Optional.of(new Admitted(Visitor.LOOPBACK, () -> true));
        }
        if (loggedIn.isPresent()) {
            throw Problem.of(403, "Not from our page", "a change needs the header x-mulligan-csrf when logged in");
        }
        return Optional.empty();
    }

    private Optional<Admitted> byToken(Map<String, String> headers, String from) {
        String given = headers.getOrDefault("authorization", "");
        if (!given.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.empty();
        }
        return switch (rules.tokens().verify(given.substring(7).strip(), from)) {
            case TokenVerifier.Known(Caller caller) ->
                Optional.of(new Admitted(visitor(caller), () -> rules.tokens().isStillGood(caller)));
            case TokenVerifier.Wrong _ -> Optional.empty();
            case TokenVerifier.Wait wait -> {
                if (rules.tokenNeeded()) {
                    throw tooMany(wait);
                }
                yield Optional.empty();
            }
        };
    }

    private static Visitor visitor(Caller caller) {
        return new Visitor(caller.name(), caller.role(), true);
    }

    private static Problem tooMany(TokenVerifier.Wait wait) {
        return Problem.of(
                        429,
                        "Too many wrong tokens",
                        "too many wrong tokens came from this address; wait " + wait.seconds() + " s")
                .retryAfter(wait.seconds());
    }

    /** A change asked for by another page is refused, also on loopback, where no token protects it. */
    private static void checkOrigin(Map<String, String> headers) {
        if (!WebChecks.isOwnPage(headers.get("origin"), headers.get("sec-fetch-site"), headers.get("host"))) {
            throw Problem.of(403, "Not from our page", "changes are taken from this server's own pages only");
        }
        boolean hasBody =
                !headers.getOrDefault("content-length", "0").equals("0") || headers.containsKey("transfer-encoding");
        if (hasBody && !headers.getOrDefault("content-type", "").startsWith("application/json")) {
            throw Problem.of(415, "Not JSON", "send the body as content-type: application/json");
        }
    }

    private Optional<String> cookie(Map<String, String> headers) {
        for (String pair : headers.getOrDefault("cookie", "").split(";", -1)) {
            if (pair.strip().startsWith(cookieName + "=")) {
                return Optional.of(pair.strip().substring(cookieName.length() + 1));
            }
        }
        return Optional.empty();
    }

    /** Logging in and out, and whether that is needed at all. */
    public Optional<Reply> answers(Call call) {
        return switch (call.method() + " " + call.path()) {
            case "POST /api/login" -> Optional.of(login(call));
            case "POST /api/logout" -> Optional.of(logout(call));
            case "GET /api/access" -> Optional.of(access(call.visitor()));
            default -> Optional.empty();
        };
    }

    private Reply access(Visitor visitor) {
        boolean known = !visitor.equals(Visitor.NOBODY);
        return Reply.json(Json.object(
                "tokenNeeded",
                rules.tokenNeeded(),
                "loggedIn",
                known,
                "name",
                known ? visitor.name() : null,
                "role",
                known ? visitor.role().wireName() : null,
                "proven",
                visitor.proven()));
    }

    private Reply login(Call call) {
        JsonObject body = call.json("token", "code");
        Optional<String> code = body.text("code");
        if (code.filter(logins::redeem).isPresent()) {
            return loggedIn(call, new Visitor(Visitor.LOOPBACK.name(), Role.ADMIN, true), Optional.empty());
        }
        String given = body.text("token").or(() -> code).orElseThrow(() -> Problem.field("token", "token: is missing"));
        return switch (rules.tokens().verify(given, call.from())) {
            case TokenVerifier.Known(Caller caller) -> loggedIn(call, visitor(caller), Optional.of(caller));
            case TokenVerifier.Wrong _ ->
                throw code.isPresent()
                        ? Problem.of(
                                401,
                                "Link used up",
                                "this link was used before or is too old; log in with a token (mulligan token create"
                                        + " NAME --role operator), or restart the server to get another link")
                        : Problem.of(401, "Wrong token", "this is not the token of this server, or it has ended");
            case TokenVerifier.Wait wait -> throw tooMany(wait);
        };
    }

    private void note(Call call, Visitor visitor) {
        audit.add(time.now(), visitor, new RouteChange(call.method(), call.path(), ""), call.from(), 204);
    }

    private Reply loggedIn(Call call, Visitor visitor, Optional<Caller> token) {
        note(call, visitor);
        String cookie = logins.begin(visitor, token);
        return Reply.empty()
                .with("set-cookie", cookieName + "=" + cookie + cookieMarks + "; Max-Age=" + Logins.LASTS.toSeconds());
    }

    private Reply logout(Call call) {
        note(call, call.visitor());
        cookie(call.headers()).ifPresent(logins::end);
        return Reply.empty().with("set-cookie", cookieName + "=" + cookieMarks + "; Max-Age=0");
    }
}
