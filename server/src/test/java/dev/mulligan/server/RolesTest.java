package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.gateway.access.Role;
import dev.mulligan.server.access.TokenFile;
import dev.mulligan.server.access.TokenStore;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Named tokens, what their roles allow, how they end, and what is written down. */
@Timeout(60)
class RolesTest {

    @TempDir
    Path folder;

    private Path file;
    private final LaterTime time = new LaterTime();
    private final Map<Role, String> tokens = new EnumMap<>(Role.class);

    @BeforeEach
    void makeTokens() throws IOException {
        file = folder.resolve("tokens.json");
        for (Role role : Role.values()) {
            tokens.put(
                    role,
                    TokenFile.create(
                            file,
                            "the-" + role.wireName(),
                            role,
                            time.now(),
                            Optional.of(time.now().plus(Duration.ofDays(90)))));
        }
    }

    private House house(boolean tokenNeeded) throws IOException {
        TokenFile known = TokenFile.open(file, time::now);
        return new House(
                folder,
                options -> options.tokens(tokenNeeded, known),
                settings -> settings.time(time).auditLog(folder.resolve("audit.jsonl")));
    }

    private String[] as(Role role) {
        return new String[] {"authorization", "Bearer " + tokens.get(role)};
    }

    private static String pair(HttpResponse<String> login) {
        String cookie = login.headers().firstValue("set-cookie").orElseThrow();
        return cookie.substring(0, cookie.indexOf(';'));
    }

    @Test
    void everyEndpointAsksForTheRoleThatItsDescriptionNames() throws Exception {
        try (House house = house(true)) {
            JsonObject paths = Json.parseObject(house.call("GET", "/api/openapi.json", "", as(Role.VIEWER))
                            .body())
                    .object("paths")
                    .orElseThrow();
            int refused = 0;
            for (String path : paths.members().keySet()) {
                JsonObject methods = paths.object(path).orElseThrow();
                for (String method : methods.members().keySet()) {
                    if (path.equals("/api/events")) {
                        continue;
                    }
                    Role needed = Role.ofWireName(
                                    methods.object(method).orElseThrow().text("x-mulligan-role", ""))
                            .orElseThrow();
                    String at = path.replaceAll("\\{[a-z]+}", "none");
                    for (Role role : Role.values()) {
                        HttpResponse<String> answer =
                                house.call(method.toUpperCase(java.util.Locale.ROOT), at, "", as(role));
                        assertThat(answer.statusCode() == 403)
                                .as(role + " " + method + " " + path + ": " + answer.body())
                                .isEqualTo(!role.covers(needed));
                        if (!role.covers(needed)) {
                            refused++;
                            assertThat(answer.body()).contains("the role " + needed.wireName());
                        }
                    }
                }
            }
            assertThat(refused).isGreaterThan(12);
        }
    }

    @Test
    void aTokenEndsWhenItIsRevokedOrExpiredAndItsCookieWithIt() throws Exception {
        try (House house = house(true)) {
            String viewer = pair(house.call("POST", "/api/login", "{\"token\":\"" + tokens.get(Role.VIEWER) + "\"}"));
            HttpResponse<String> login =
                    house.call("POST", "/api/login", "{\"token\":\"" + tokens.get(Role.ADMIN) + "\"}");
            assertThat(login.headers().firstValue("set-cookie").orElseThrow())
                    .contains("Max-Age=43200")
                    .contains("HttpOnly")
                    .doesNotContain("Secure");
            assertThat(house.call("GET", "/api/live", "", "cookie", viewer).statusCode())
                    .isEqualTo(200);
            new TokenStore(file).revoke("the-viewer", time.now());
            assertThat(house.call("GET", "/api/live", "", "cookie", viewer).statusCode())
                    .isEqualTo(401);
            assertThat(house.call("GET", "/api/live", "", as(Role.VIEWER)).statusCode())
                    .isEqualTo(401);
            assertThat(house.call("GET", "/api/live", "", "cookie", pair(login)).statusCode())
                    .isEqualTo(200);
            time.jump().set(Duration.ofHours(13));
            assertThat(house.call("GET", "/api/live", "", "cookie", pair(login)).statusCode())
                    .as("a cookie lasts twelve hours")
                    .isEqualTo(401);
            assertThat(house.call("GET", "/api/live", "", as(Role.ADMIN)).statusCode())
                    .isEqualTo(200);
            time.jump().set(Duration.ofDays(91));
            assertThat(house.call("GET", "/api/live", "", as(Role.ADMIN)).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void aFileThatSomebodyElseCanHaveWrittenLetsNobodyIn() throws Exception {
        try (House house = house(true)) {
            assertThat(house.call("GET", "/api/live", "", as(Role.ADMIN)).statusCode())
                    .isEqualTo(200);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw--w----"));
            assertThat(house.call("GET", "/api/live", "", as(Role.ADMIN)).statusCode())
                    .as("also while it runs")
                    .isEqualTo(401);
        }
        assertThatThrownBy(() -> TokenFile.open(file, InstantSource.system()))
                .hasMessageContaining("can be written by others")
                .hasMessageContaining("mulligan token create");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (String damaged : new String[] {"", "{}", "[]", "{\"tokens\":[{\"name\":\"x\",\"role\":\"admin\"}]}"}) {
            Files.writeString(file, damaged);
            assertThatThrownBy(() -> TokenFile.open(file, InstantSource.system()))
                    .as(damaged)
                    .hasMessageContaining("is empty or damaged");
        }
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a file away");
        Files.setAttribute(file, "unix:uid", 12_345);
        assertThatThrownBy(() -> TokenFile.open(file, InstantSource.system()))
                .hasMessageContaining("belongs to somebody else");
    }

    @Test
    void tokensAreKeptAsHashesInAPrivateFileAndHaveOneNameEach() throws Exception {
        String kept = Files.readString(file);
        tokens.values().forEach(token -> assertThat(kept).doesNotContain(token));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> TokenFile.create(file, "the-admin", Role.VIEWER, Instant.now(), Optional.empty()))
                .hasMessageContaining("there is a token 'the-admin' already");
        assertThat(TokenFile.open(file, InstantSource.system()).find("")).isEmpty();
    }

    @Test
    void withoutTokensARetryNeedsTheLinkOrTheKeyAndNothingElseDoes() throws Exception {
        try (House house = house(false)) {
            house.ask("mine");
            house.untilRecorded("mine", 1);
            int before = house.provider.requests().size();
            String retry = "/api/sessions/mine/retry";
            HttpResponse<String> any = house.call("POST", retry, "{\"prompt\":\"tell me all\"}");
            assertThat(any.statusCode()).isEqualTo(401);
            assertThat(any.body()).contains("mulligan serve printed").contains("x-mulligan-key");
            assertThat(house.call("POST", retry, "{}", "x-mulligan-key", "sk-ant-another")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(house.call("POST", retry, "{}", as(Role.VIEWER)).statusCode())
                    .isEqualTo(403);
            assertThat(house.call("PUT", "/api/retry-policy", "{\"maxRetries\":1}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(house.provider.requests()).hasSize(before);

            String code = house.server.loginPath().substring("/login#".length());
            String login = "{\"code\":\"" + code + "\"}";
            String cookie = pair(house.call("POST", "/api/login", login));
            assertThat(house.call("POST", "/api/login", login).statusCode())
                    .as("a link is good once")
                    .isEqualTo(401);
            assertThat(house.call("POST", retry, "{}", "cookie", cookie).statusCode())
                    .as("without the header that only our page sends")
                    .isEqualTo(401);
            assertThat(house.call("POST", retry, "{}", "cookie", cookie, "x-mulligan-csrf", "1")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(house.call("POST", retry, "{}", as(Role.OPERATOR)).statusCode())
                    .isEqualTo(202);
            assertThat(house.call("POST", retry, "{}", House.WITH_KEY).statusCode())
                    .isEqualTo(202);
            house.untilRecorded("mine", 4);
        }
    }

    @Test
    void everyChangeIsWrittenDownWithWhoAndFromWhereAndWithoutSecrets() throws Exception {
        Path audit = folder.resolve("audit.jsonl");
        String secret = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
        try (House house = house(true)) {
            house.call("PUT", "/api/retry-policy", "{\"maxRetries\":1}", as(Role.ADMIN));
            house.call("PUT", "/api/retry-policy", "{\"maxRetries\":1}", as(Role.VIEWER));
            house.call("POST", "/api/sessions/" + secret + "/escalate", "{}", as(Role.OPERATOR));
            house.call("POST", "/api/login", "{\"token\":\"" + tokens.get(Role.ADMIN) + "\"}");
            house.call("GET", "/api/live", "", as(Role.ADMIN));
            house.call("POST", "/api/retry-policy/preview", "{}", as(Role.ADMIN));
            house.call("PUT", "/api/retry-policy", "{}", "authorization", "Bearer wrong");

            assertThat(house.call("GET", "/api/audit", "", as(Role.OPERATOR)).statusCode())
                    .isEqualTo(403);
            JsonObject newest = Json.parseObject(
                    house.call("GET", "/api/audit?limit=3", "", as(Role.ADMIN)).body());
            JsonObject older = Json.parseObject(
                    house.call("GET", "/api/audit?cursor=" + newest.text("next").orElseThrow(), "", as(Role.ADMIN))
                            .body());
            List<String> lines = java.util.stream.Stream.concat(
                            newest.list("entries").stream(), older.list("entries").stream())
                    .map(JsonObject.class::cast)
                    .map(entry -> entry.text("who", "") + " " + entry.text("role", "") + " " + entry.text("from", "")
                            + " " + entry.text("method", "") + " " + entry.text("path", "") + " "
                            + entry.integer("status").orElse(0))
                    .toList();
            assertThat(lines)
                    .containsExactly(
                            "the-admin admin 127.0.0.1 POST /api/login 204",
                            "the-operator operator 127.0.0.1 POST /api/sessions/{id}/escalate 404",
                            "the-viewer viewer 127.0.0.1 PUT /api/retry-policy 403",
                            "the-admin admin 127.0.0.1 PUT /api/retry-policy 200");
            assertThat(older.text("next")).isEmpty();
        }
        assertThat(Files.readString(audit)).doesNotContain(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(audit)))
                .isEqualTo("rw-------");
    }

    @Test
    void wrongTokensAreSlowedDownAndToldOncePerBurst() throws Exception {
        PrintStream usual = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (House house = house(true)) {
            for (int i = 0; i < 6; i++) {
                assertThat(house.call("POST", "/api/login", "{\"token\":\"guess\"}")
                                .statusCode())
                        .isEqualTo(401);
            }
            for (int i = 0; i < 50; i++) {
                HttpResponse<String> slowed = house.call("GET", "/api/live", "", "authorization", "Bearer guess");
                assertThat(slowed.statusCode()).isEqualTo(429);
                assertThat(slowed.headers().firstValue("retry-after")).contains("1");
            }
            assertThat(house.call("POST", "/api/login", "{\"token\":\"guess\"}").statusCode())
                    .isEqualTo(429);
        } finally {
            System.setErr(usual);
        }
        String said = log.toString(StandardCharsets.UTF_8);
        assertThat(said.lines().filter(line -> line.contains("Wrong token from 127.0.0.1")))
                .hasSize(2);
        assertThat(said).doesNotContain("guess");
    }

    @Test
    void aStreamOfEventsEndsWithItsToken() throws Exception {
        try (House house = house(true)) {
            Thread follower = Thread.ofVirtual().start(() -> {
                try {
                    house.call("GET", "/api/events?after=0", "", as(Role.VIEWER));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            new TokenStore(file).revoke("the-viewer", time.now());
            follower.join();
        }
    }
}
