package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a real process. */
@Timeout(60)
class ServeCommandTest {

    @TempDir
    Path state;

    private Process serve(String... more) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mulligan.cli.Main",
                "serve");
        builder.command().addAll(java.util.List.of(more));
        builder.environment().remove("MULLIGAN_TOKEN");
        // Another test may have made tokens.
        builder.environment().put("XDG_STATE_HOME", state.toString());
        return builder.redirectErrorStream(true).start();
    }

    @Test
    void saysWhenItIsReadyAndStopsOnSigterm() throws Exception {
        Process process = serve("--port", "0", "--upstream", "anthropic=http://127.0.0.1:1");
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            while (line != null && !line.startsWith("mulligan: listening on http://127.0.0.1:")) {
                line = out.readLine();
            }
            assertThat(line).isNotNull();
            String address = String.valueOf(line).substring("mulligan: listening on ".length());
            HttpResponse<String> health = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(address + "/healthz"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(health.statusCode()).isEqualTo(200);
            process.destroy();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void listensBeyondLoopbackOnlyWithAToken() throws Exception {
        Process process = serve("--port", "0", "--bind", "0.0.0.0");
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(out).contains("no token is set").contains("MULLIGAN_TOKEN");
    }

    @Test
    void halfAPairForTlsAndWrongFilesAreRefused() throws Exception {
        Path none = state.resolve("none.pem");
        Cli half = Cli.run("serve", "--port", "0", "--store", "none", "--tls-cert", none.toString());
        assertThat(half.exit()).isEqualTo(2);
        assertThat(half.err()).contains("TLS needs both").contains("--tls-key");
        Cli wrong = Cli.run(
                "serve", "--port", "0", "--store", "none", "--tls-cert", none.toString(), "--tls-key", none.toString());
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains(none + " cannot be read");
        assertThat(Cli.run("serve", "--port", "0", "--store", "none", "--new-token")
                        .err())
                .contains("mulligan token create NAME --role admin");
    }

    @Test
    void aPasswordInTheArgumentsIsWarnedOf() {
        // The wrong flag ends it before it calls the database.
        Cli seen = Cli.run("serve", "--new-token", "--store", "postgres://me:secret@127.0.0.1:1/none");
        assertThat(seen.err()).contains("MULLIGAN_STORE").contains("PGPASSFILE").doesNotContain("secret");
        Cli fine = Cli.run("serve", "--new-token", "--store", "postgres://me@127.0.0.1:1/none");
        assertThat(fine.err()).doesNotContain("PGPASSFILE");
    }

    @Test
    void keyOfAProjectComesFromAVariable() {
        Cli missing = Cli.run("serve", "--port", "0", "--store", "none", "--project-key", "shop=NO_SUCH_VARIABLE_HERE");
        assertThat(missing.exit()).isEqualTo(2);
        assertThat(missing.err()).contains("NO_SUCH_VARIABLE_HERE is not set").contains("command line");
    }

    @Test
    void collectorThatIsNoAddressIsRefused() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mulligan.cli.Main",
                "serve",
                "--port",
                "0",
                "--store",
                "none");
        builder.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", "collector");
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(out).contains("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
    }
}
