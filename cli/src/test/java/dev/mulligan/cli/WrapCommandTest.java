package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.SimulatedReply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client behind a gateway that lives as long as it, through the real program. */
class WrapCommandTest {

    private static final Path OBSERVABILITY =
            Path.of(System.getProperty("mulligan.root", "..")).resolve("packaging/observability");

    @TempDir
    Path folder;

    record Ended(int exit, String out, String err) {}

    @BeforeEach
    void theClientIsOnThePath() throws Exception {
        script(
                "claude",
                "exec '" + java() + "' -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path") + "' "
                        + OneTurn.class.getName() + " \"$@\"");
    }

    @Test
    void aClientIsRescuedWithoutKnowingAndItsExitCodeAndArgumentsAreItsOwn() throws Exception {
        Files.createDirectories(folder.resolve("home/.claude"));
        // It would beat the environment: the address must reach the client another way, and this file stays as it is.
        try (ProviderSimulator provider = overloadedOnce()) {
            Path settings = folder.resolve("home/.claude/settings.json");
            String before = "{ \"env\": {\"ANTHROPIC_BASE_URL\": \"" + provider.url() + "\"},   \"odd\" : 1 }\n";
            Files.writeString(settings, before);

            Ended ended = mulligan(Map.of(), "claude", "-p", "@x", "--", "--help");

            assertThat(ended.out()).as(ended.err()).contains("status 200").contains("--settings|{\"env\":");
            assertThat(ended.out()).contains("|-p|@x|--|--help").contains("url http://127.0.0.1:");
            assertThat(ended.out()).doesNotContain("url " + provider.url());
            assertThat(ended.exit()).isEqualTo(7);
            assertThat(ended.err().strip())
                    .startsWith("mulligan: 1 request, 1 rescued from 1 failure (1 overloaded) with ")
                    .endsWith(" of waiting, none lost");
            assertThat(Files.readString(settings)).isEqualTo(before);
            assertThat(provider.requests()).hasSize(2);
        }
        Ended report = mulligan(Map.of(), "report", "--json");
        assertThat(report.out()).as("what happened is in the store").contains("\"recovered\":1");
    }

    @Test
    void anyCommandGetsTheVariablesAndAServerThatRunsIsUsed() throws Exception {
        try (ProviderSimulator provider = overloadedOnce();
                ServeProcess serve = ServeProcess.start(
                        Files.createDirectories(folder.resolve("server")),
                        "--store",
                        folder.resolve("store.db").toString(),
                        "--upstream",
                        "anthropic=" + provider.url())) {
            Files.move(folder.resolve("claude"), folder.resolve("myagent"));

            // A gateway that is named is used whatever address the client had before.
            Ended ended = mulligan(
                    Map.of("ANTHROPIC_BASE_URL", "http://127.0.0.1:1"),
                    "wrap",
                    "--gateway",
                    serve.url(),
                    "--",
                    folder.resolve("myagent").toString(),
                    "go");

            assertThat(ended.out()).contains("arguments go", "url " + serve.url(), "codex " + serve.url() + "/v1");
            assertThat(ended.exit()).isEqualTo(7);
            assertThat(ended.err())
                    .contains("while it ran, the gateway at " + serve.url() + " had 1 request and rescued 1");
            Eventually.holds(
                    "serve tells of the wait and the rescue, a line each",
                    () -> serve.said().stream().anyMatch(line -> line.contains("wait     "))
                            && serve.said().stream()
                                    .anyMatch(line -> line.contains("rescued  ") && line.contains("overloaded")));
            assertThat(metricNames(serve.get("/metrics").body()))
                    .as("what the Grafana dashboard and the alert rules ask for")
                    .containsAll(metricNames(Files.readString(OBSERVABILITY.resolve("grafana-dashboard.json"))))
                    .containsAll(metricNames(Files.readString(OBSERVABILITY.resolve("alerts.yml"))));
            assertThat(serve.said()).anyMatch(line -> line.contains("ANTHROPIC_BASE_URL=" + serve.url()));
        }
    }

    /** An address that the client had before does not hide a gateway that was named. */
    @Test
    void whoNamesAGatewayGetsThatOne() throws Exception {
        try (ProviderSimulator provider = overloadedOnce();
                ServeProcess serve = ServeProcess.start(
                        Files.createDirectories(folder.resolve("server")),
                        "--store",
                        "none",
                        "--upstream",
                        "anthropic=" + provider.url())) {
            Files.move(folder.resolve("claude"), folder.resolve("myagent"));
            String agent = folder.resolve("myagent").toString();
            Map<String, String> before = Map.of("ANTHROPIC_BASE_URL", "http://127.0.0.1:9");

            Ended ended = mulligan(before, "wrap", "--gateway", serve.url() + "/", "--", agent, "go");
            assertThat(ended.exit()).as(ended.err()).isEqualTo(7);
            assertThat(ended.out()).contains("url " + serve.url());

            Ended both = mulligan(before, "wrap", "--gateway", serve.url(), "--policy", "off", "--", agent, "go");
            assertThat(both.exit()).isEqualTo(2);
            assertThat(both.err()).contains("Leave --gateway out");
        }
    }

    @Test
    void optionsForAGatewayOfItsOwnAreRefusedBesideOneThatRunsAlready() throws Exception {
        Ended ended =
                mulligan(Map.of(), "wrap", "--gateway", "http://127.0.0.1:1", "--policy", "unattended", "--", "true");

        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("--policy cannot change a gateway that runs already");
    }

    @Test
    void whatIsNotInstalledIsCalledThatWithTheLineThatHelps() throws Exception {
        Ended ended = mulligan(Map.of(), "opencode", "run", "x");

        assertThat(ended.exit()).isEqualTo(127);
        assertThat(ended.err()).isEqualTo("""
                        mulligan: opencode is not installed, or not on the PATH
                          Install it with: npm install -g opencode-ai
                        """);
    }

    private static Set<String> metricNames(String text) {
        return Pattern.compile("mulligan_[a-z_]+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static ProviderSimulator overloadedOnce() throws Exception {
        return ProviderSimulator.start(
                Script.of(new Fault.Status(529, Map.of())), (_, _) -> SimulatedReply.text("hello"));
    }

    private Path script(String name, String line) throws Exception {
        Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private Ended mulligan(Map<String, String> more, String... arguments) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        List<String> command = new ArrayList<>(List.of(
                java().toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", folder + ":/usr/bin:/bin", "HOME", home.toString()));
        builder.environment().putAll(more);
        int exit = builder.start().waitFor();
        return new Ended(
                exit, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }
}
