package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AccessTest {

    private static final String TOKEN = "correct-horse-battery-staple";

    @TempDir
    Path folder;

    private House guarded() throws Exception {
        return new House(folder, options -> options.token(TOKEN), settings -> settings);
    }

    /** The client of the JDK does not let a test choose these headers: they are written by hand. */
    private static String raw(House house, String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), house.server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            socket.setSoTimeout(10_000);
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .collect(Collectors.joining("\n"));
        }
    }

    @Test
    void aNameFromTheWebThatPointsHereIsRefused() throws Exception {
        try (House house = new House(folder)) {
            String request = "GET /api/sessions HTTP/1.1\nhost: %s\nconnection: close\n\n";
            assertThat(raw(house, request.formatted("evil.example:7171"))).startsWith("HTTP/1.1 421");
            assertThat(raw(house, "GET / HTTP/1.1\nhost: evil.example\nconnection: close\n\n"))
                    .startsWith("HTTP/1.1 421");
            assertThat(raw(house, request.formatted("localhost:7171"))).startsWith("HTTP/1.1 200");
            assertThat(raw(house, request.formatted("[::1]:7171"))).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aNameThatIsAllowedIsAnswered() throws Exception {
        try (House house = new House(
                folder, options -> options.hosts(java.util.Set.of("mulligan.internal")), settings -> settings)) {
            assertThat(raw(house, "GET /api/live HTTP/1.1\nhost: mulligan.internal\nconnection: close\n\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void changesAskedForByOtherPagesAreRefusedAlsoOnLoopback() throws Exception {
        try (House house = new House(folder)) {
            String head =
                    "PUT /api/retry-policy HTTP/1.1\nhost: 127.0.0.1:%d\n%s\ncontent-length: 16\nconnection: close\n\n{\"maxRetries\":9}";
            int port = house.server.port();
            assertThat(raw(house, head.formatted(port, "origin: http://evil.example\ncontent-type: application/json")))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(house, head.formatted(port, "sec-fetch-site: cross-site\ncontent-type: application/json")))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(house, head.formatted(port, "content-type: text/plain")))
                    .startsWith("HTTP/1.1 415");
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
            assertThat(raw(
                            house,
                            head.formatted(
                                    port, "origin: http://127.0.0.1:" + port + "\ncontent-type: application/json")))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void withATokenNothingIsToldWithoutIt() throws Exception {
        try (House house = guarded()) {
            for (String path : new String[] {"/api/sessions", "/api/live", "/api/events", "/api/retry-policy"}) {
                assertThat(house.call("GET", path, "").statusCode()).as(path).isEqualTo(401);
            }
            assertThat(house.call("GET", "/api/live", "", "authorization", "Bearer wrong")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(house.call("GET", "/api/live", "", "authorization", "Bearer " + TOKEN)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(house.call("GET", "/", "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aLoginSetsACookieThatScriptsCannotReadAndChangesNeedTheHeader() throws Exception {
        try (House house = guarded()) {
            assertThat(house.call("POST", "/api/login", "{\"token\":\"wrong\"}").statusCode())
                    .isEqualTo(401);
            HttpResponse<String> login = house.call("POST", "/api/login", "{\"token\":\"" + TOKEN + "\"}");
            String cookie = login.headers().firstValue("set-cookie").orElseThrow();
            assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict").doesNotContain(TOKEN);
            String pair = cookie.substring(0, cookie.indexOf(';'));
            assertThat(house.call("GET", "/api/live", "", "cookie", pair).statusCode())
                    .isEqualTo(200);
            assertThat(house.call("PUT", "/api/retry-policy", "{\"maxRetries\":1}", "cookie", pair)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(house.call(
                                    "PUT",
                                    "/api/retry-policy",
                                    "{\"maxRetries\":1}",
                                    "cookie",
                                    pair,
                                    "x-mulligan-csrf",
                                    "1")
                            .statusCode())
                    .isEqualTo(200);
            house.call("POST", "/api/logout", "", "cookie", pair, "x-mulligan-csrf", "1");
            assertThat(house.call("GET", "/api/live", "", "cookie", pair).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void everyAnswerForbidsFramesScriptsFromElsewhereAndGuessing() throws Exception {
        try (House house = new House(folder)) {
            for (String path : new String[] {"/", "/api/live", "/api/nothing"}) {
                var headers = house.call("GET", path, "").headers();
                String policy =
                        headers.firstValue("content-security-policy").orElse("").toLowerCase(Locale.ROOT);
                assertThat(policy)
                        .as(path)
                        .contains("default-src 'none'")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe");
                assertThat(headers.firstValue("x-frame-options")).contains("DENY");
                assertThat(headers.firstValue("x-content-type-options")).contains("nosniff");
            }
        }
    }

    @Test
    void largeBodiesAndUnknownPathsAndMethodsAreProblems() throws Exception {
        try (House house = new House(folder)) {
            String large = "{\"name\":\"" + "x".repeat(2 << 20) + "\"}";
            assertThat(house.call("PUT", "/api/retry-policy", large).statusCode())
                    .isEqualTo(413);
            assertThat(house.call("GET", "/api/nothing", "").statusCode()).isEqualTo(404);
            assertThat(house.call("DELETE", "/api/live", "").statusCode()).isEqualTo(405);
            assertThat(raw(house, "GET /api/sessions/%zz HTTP/1.1\nhost: localhost\nconnection: close\n\n"))
                    .startsWith("HTTP/1.1 400");
            assertThat(house.call("GET", "/assets/..%2f..%2fplain.html", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aBodyOfTheSizeAllowedIsTakenAndOneByteMoreIsNot() throws Exception {
        int limit = 2_000;
        try (House house =
                new House(folder, options -> options, settings -> settings.bodies(limit, Duration.ofSeconds(15)))) {
            String frame = "{\"maxRetries\":1%s}";
            String fits = frame.formatted(" ".repeat(limit - frame.length() + 2));
            assertThat(fits).hasSize(limit);
            assertThat(house.call("PUT", "/api/retry-policy", fits).statusCode())
                    .isEqualTo(200);
            HttpResponse<String> over = house.call("PUT", "/api/retry-policy", fits + " ");
            assertThat(over.statusCode()).isEqualTo(413);
            assertThat(over.headers().firstValue("content-type")).contains("application/problem+json");
            assertThat(over.body()).contains("at most 2000 bytes");
        }
    }

    @Test
    void aBodyWithoutEndIsCutOffAtTheLimit() throws Exception {
        try (House house =
                new House(folder, options -> options, settings -> settings.bodies(2_000, Duration.ofMillis(400)))) {
            String chunk = "3e8\n" + " ".repeat(1000) + "\n";
            assertThat(raw(
                            house,
                            "PUT /api/retry-policy HTTP/1.1\nhost: localhost\ncontent-type: application/json\n"
                                    + "transfer-encoding: chunked\n\n" + chunk.repeat(3)))
                    .startsWith("HTTP/1.1 413")
                    .containsIgnoringCase("connection: close");
        }
    }

    @Test
    void aBodyThatDoesNotArriveInTimeIsARefusalAndTheLineIsClosed() throws Exception {
        try (House house =
                new House(folder, options -> options, settings -> settings.bodies(2_000, Duration.ofMillis(150)))) {
            // The client keeps its line open: only the server can end this.
            String answer = raw(
                    house,
                    "PUT /api/retry-policy HTTP/1.1\nhost: localhost\ncontent-type: application/json\n"
                            + "content-length: 16\n\n{\"maxRe");
            assertThat(answer)
                    .startsWith("HTTP/1.1 408")
                    .containsIgnoringCase("connection: close")
                    .contains("did not arrive in time");
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
        }
    }

    @Test
    void theDashboardDoesNotStandInTheGatewaysWay() throws Exception {
        try (House house = new House(folder)) {
            assertThat(house.ask("through").statusCode()).isEqualTo(200);
            assertThat(house.call("GET", "/metrics", "").body()).contains("mulligan_gateway_active");
            assertThat(house.call("GET", "/healthz", "").body()).contains("ok");
            assertThat(house.call("GET", "/readyz", "").statusCode()).isEqualTo(200);
        }
    }
}
