package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mulligan.cli.support.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether there is a newer version, asked of a real server on loopback. */
class UpgradeCommandTest {

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String answer = "";
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/latest", exchange -> {
            asked.add(exchange.getRequestHeaders().getFirst("user-agent"));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Cli check(String... more) {
        String[] args = {
            "upgrade",
            "--check",
            "--from",
            "http://127.0.0.1:" + server.getAddress().getPort() + "/latest"
        };
        return Cli.run(Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99.0.0",
                "v99.0.0\n",
                "{\"version\": \"99.0.0\"}",
                "{\"tag_name\": \"v99.0.0\", \"name\": \"x\"}"
            })
    void aNewerVersionIsNamedWithWhatToDo(String told) {
        answer = told;

        Cli cli = check();

        assertThat(cli.exit()).isEqualTo(1);
        assertThat(cli.out()).contains("Version 99.0.0 is there; this is ").contains("To upgrade:");
        assertThat(asked).containsExactly("mulligan");
    }

    @Test
    void theNewestVersionIsSaidToBeIt() throws IOException {
        answer = Version.number();

        assertThat(check())
                .isEqualTo(new Cli(
                        0, "This is the newest version, " + Version.number() + "." + System.lineSeparator(), ""));
        answer = "0.0.1";
        assertThat(check().exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Sign in</html>", "{\"tag_name\":", "{}", ""})
    void anAnswerWithoutAVersionIsNotTakenForOne(String told) {
        answer = told;

        Cli cli = check();

        assertThat(cli.exit()).isEqualTo(75);
        assertThat(cli.err()).contains("could not be asked: its answer names no version");
    }

    @Test
    void aServerThatFailsOrIsNotThereIsSaidPlainly() {
        status = 503;
        assertThat(check().err()).contains("it answered with status 503").contains("This is version ");
        Cli json = check("--json");
        assertThat(json.out()).contains("\"state\":\"unknown\"");
        server.stop(0);
        Cli gone = check();
        assertThat(gone.exit()).isEqualTo(75);
        assertThat(gone.err()).contains("could not be asked: ").doesNotContain("Exception");
    }

    @Test
    void nobodyIsAskedUnlessOneSaysWho() {
        assertThat(Cli.run("upgrade").exit()).isEqualTo(2);
        Cli nowhere = Cli.run("upgrade", "--check");
        assertThat(nowhere.exit()).isEqualTo(2);
        assertThat(nowhere.err()).contains("nobody is asked unless you say who");
        assertThat(Cli.run("upgrade", "--check", "--from", "ftp://x/latest").err())
                .contains("is no address");
        assertThat(asked).isEmpty();
    }
}
