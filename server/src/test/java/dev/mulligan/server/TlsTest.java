package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.gateway.access.Tls;
import dev.mulligan.server.access.OwnCertificate;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gateway and dashboard over TLS, with a certificate that is made here. */
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class TlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path folder;

    private static Pair one;

    private record Pair(Path certificate, Path key) {}

    @BeforeAll
    static void makeOne() throws Exception {
        one = pair("one");
    }

    private static Pair pair(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=team.internal",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD);
        }
        return new Pair(
                pem(name + ".crt", "CERTIFICATE", made.getCertificate("own").getEncoded()),
                pem(name + ".key", "PRIVATE KEY", made.getKey("own", PASSWORD).getEncoded()));
    }

    private static Path pem(String file, String kind, byte[] bytes) throws Exception {
        return Files.writeString(
                folder.resolve(file),
                "-----BEGIN " + kind + "-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8))
                                .encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
    }

    @Test
    void everythingIsServedOverTlsAndTheCookieStaysThere() throws Exception {
        Tls tls = Tls.load(one.certificate(), one.key());
        try (House house = new House(
                        folder, options -> options.token("open-sesame").tls(tls), s -> s);
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(OwnCertificate.context(tls.certificate()))
                        .build()) {
            String url = "https://localhost:" + house.server.port();
            HttpResponse<String> asked = send(
                    client,
                    HttpRequest.newBuilder(URI.create(url + "/t/open-sesame/v1/messages"))
                            .header("session-id", "over-tls")
                            .header("x-api-key", House.KEY)
                            .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"" + House.MODEL
                                    + "\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")));
            assertThat(asked.statusCode()).isEqualTo(200);
            house.untilRecorded("over-tls", 1);
            HttpResponse<String> login = send(
                    client,
                    HttpRequest.newBuilder(URI.create(url + "/api/login"))
                            .header("content-type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"open-sesame\"}")));
            String cookie = login.headers().firstValue("set-cookie").orElseThrow();
            assertThat(cookie)
                    .startsWith("__Host-mulligan=")
                    .contains("; Secure")
                    .contains("; HttpOnly");
            assertThat(login.headers().firstValue("strict-transport-security")).isPresent();
            HttpResponse<String> retried = send(
                    client,
                    HttpRequest.newBuilder(URI.create(url + "/api/sessions/over-tls/retry"))
                            .header("cookie", cookie.substring(0, cookie.indexOf(';')))
                            .header("x-mulligan-csrf", "1")
                            .POST(HttpRequest.BodyPublishers.noBody()));
            assertThat(retried.statusCode()).isEqualTo(202);
            house.untilRecorded("over-tls", 2);
            assertThatThrownBy(() -> house.call("GET", "/healthz", ""))
                    .as("plain HTTP")
                    .isNotNull();
        }
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void filesThatCannotBeUsedAreNamed() throws Exception {
        Pair other = pair("other");
        Path nothing = folder.resolve("nothing");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertThatThrownBy(() -> Tls.load(nothing, one.key())).hasMessageContaining(nothing + " cannot be read");
        assertThatThrownBy(() -> Tls.load(empty, one.key())).hasMessageContaining("is not a certificate in PEM form");
        assertThatThrownBy(() -> Tls.load(one.key(), one.key())).hasMessageContaining("is not a certificate");
        assertThatThrownBy(() -> Tls.load(one.certificate(), empty)).hasMessageContaining("is not a private key");
        assertThatThrownBy(() -> Tls.load(one.certificate(), other.key()))
                .hasMessageContaining(other.key() + " is not the key of the certificate in " + one.certificate());
    }
}
