package dev.mulligan.server;

import dev.mulligan.wire.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who may come in: by which name, with which token, and from which page. */
final class Access {

    static final Map<String, String> HEADERS = Map.of(
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

    private static final String COOKIE = "mulligan";
    private static final int MOST_LOGINS = 1_000;

    private final Optional<String> token;
    private final ServerSettings settings;
    private final Map<String, Boolean> logins = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_LOGINS;
        }
    };

    Access(Optional<String> token, ServerSettings settings) {
        this.token = token;
        this.settings = settings;
    }

    /** A page on the web can make its own name point here; an address or localhost it cannot. */
    void checkHost(@Nullable String host) {
        String name = host == null ? "" : withoutPort(host).toLowerCase(Locale.ROOT);
        if (!name.equals("localhost") && !isAddress(name) && !settings.hosts().contains(name)) {
            throw Problem.of(
                    421,
                    "Unknown host",
                    "this server does not answer to the name '" + name + "'; use localhost or its address");
        }
    }

    private static String withoutPort(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return end <= 0 ? host : host.substring(0, end);
    }

    private static boolean isAddress(String name) {
        boolean six = name.startsWith("[") && name.endsWith("]");
        boolean four = !name.isEmpty() && name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        return six || four;
    }

    void check(String method, String path, Map<String, String> headers) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            checkOrigin(headers);
        }
        boolean open = path.equals("/api/login") || path.equals("/api/access");
        if (token.isEmpty() || open || bearer(headers)) {
            return;
        }
        if (!loggedIn(headers)) {
            throw Problem.of(401, "Not logged in", "log in, or send the token as Authorization: Bearer");
        }
        if (!method.equals("GET") && !method.equals("HEAD") && !headers.containsKey("x-mulligan-csrf")) {
            throw Problem.of(403, "Not from our page", "a change needs the header x-mulligan-csrf when logged in");
        }
    }

    /** A change asked for by another page is refused, also on loopback, where no token protects it. */
    private static void checkOrigin(Map<String, String> headers) {
        String origin = headers.get("origin");
        String host = headers.getOrDefault("host", "");
        String site = headers.getOrDefault("sec-fetch-site", "none");
        boolean ours = origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
        if (!ours || !(site.equals("none") || site.equals("same-origin"))) {
            throw Problem.of(403, "Not from our page", "changes are taken from this server's own pages only");
        }
        boolean hasBody =
                !headers.getOrDefault("content-length", "0").equals("0") || headers.containsKey("transfer-encoding");
        if (hasBody && !headers.getOrDefault("content-type", "").startsWith("application/json")) {
            throw Problem.of(415, "Not JSON", "send the body as content-type: application/json");
        }
    }

    private boolean bearer(Map<String, String> headers) {
        String given = headers.getOrDefault("authorization", "");
        return given.regionMatches(true, 0, "Bearer ", 0, 7)
                && matches(given.substring(7).strip());
    }

    private boolean matches(String given) {
        return token.filter(known -> Tokens.matches(known, given)).isPresent();
    }

    private boolean loggedIn(Map<String, String> headers) {
        Optional<String> login = cookie(headers);
        synchronized (logins) {
            return login.isPresent() && logins.containsKey(Tokens.hash(login.get()));
        }
    }

    private static Optional<String> cookie(Map<String, String> headers) {
        for (String pair : headers.getOrDefault("cookie", "").split(";", -1)) {
            if (pair.strip().startsWith(COOKIE + "=")) {
                return Optional.of(pair.strip().substring(COOKIE.length() + 1));
            }
        }
        return Optional.empty();
    }

    /** Logging in and out, and whether that is needed at all. */
    Optional<Reply> answers(Call call) {
        return switch (call.method() + " " + call.path()) {
            case "POST /api/login" -> Optional.of(login(call));
            case "POST /api/logout" -> Optional.of(logout(call));
            case "GET /api/access" ->
                Optional.of(Reply.json(Json.object(
                        "tokenNeeded",
                        token.isPresent(),
                        "loggedIn",
                        token.isEmpty() || bearer(call.headers()) || loggedIn(call.headers()))));
            default -> Optional.empty();
        };
    }

    private Reply login(Call call) {
        String given = call.json().text("token").orElseThrow(() -> Problem.field("token", "token: is missing"));
        if (token.isPresent() && !matches(given)) {
            throw Problem.of(401, "Wrong token", "this is not the token of this server");
        }
        String login = Tokens.fresh();
        synchronized (logins) {
            logins.put(Tokens.hash(login), true);
        }
        return Reply.empty().with("set-cookie", COOKIE + "=" + login + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private Reply logout(Call call) {
        synchronized (logins) {
            cookie(call.headers()).ifPresent(login -> logins.remove(Tokens.hash(login)));
        }
        return Reply.empty().with("set-cookie", COOKIE + "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    }
}
