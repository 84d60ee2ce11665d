package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.test.CanarySecrets;
import dev.mulligan.test.CanarySecrets.Canary;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Known secrets of many kinds are sent through the real program on every surface: printed by agents and checks, sent in
 * prompts, used as names of models, sessions and projects. None of them may stand in any byte that Mulligan wrote or
 * printed.
 */
@Timeout(240)
class CanaryEverywhereTest {

    private static final List<Canary> ALL = CanarySecrets.all();

    @TempDir
    Path scratch;

    private final List<String> found = new ArrayList<>();

    /** Everything it prints is searched; what it may print of the secrets is nothing. */
    private void mulligan(Path folder, int exit, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Path out = scratch.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("XDG_STATE_HOME", scratch.resolve("state").toString());
        builder.environment().put("XDG_CACHE_HOME", scratch.resolve("cache").toString());
        int code = builder.start().waitFor();
        byte[] printed = Files.readAllBytes(out);
        assertThat(code)
                .as(String.join(" ", arguments) + "\n" + new String(printed, StandardCharsets.UTF_8))
                .isEqualTo(exit);
        found.addAll(CanarySecrets.found("printed by " + arguments[0], printed));
    }

    private Path project() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(scratch.resolve("project"));
        Files.writeString(folder.resolve("work.txt"), "start\n");
        for (List<String> step : List.of(
                List.of("git", "init", "-q", "-b", "main"),
                List.of("git", "add", "-A"),
                List.of("git", "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "start"))) {
            assertThat(new ProcessBuilder(step)
                            .directory(folder.toFile())
                            .start()
                            .waitFor())
                    .isZero();
        }
        return folder;
    }

    @Test
    void noSecretIsInAnyByteThatPlansAndCommandsWrite() throws Exception {
        Path folder = project();
        Path said = Files.writeString(
                scratch.resolve("said"), ALL.stream().map(Canary::text).collect(Collectors.joining("\n", "", "\n")));
        Path agent = Files.writeString(
                scratch.resolve("agent.sh"),
                "cat >/dev/null; cat '" + said + "'; cat '" + said + "' >&2; echo x >> work.txt\n");
        Path check = Files.writeString(
                scratch.resolve("check.sh"),
                "cat '" + said + "'; echo \"FAILED t.py::test_a - assert $(head -c 100 '" + said + "')\";"
                        + " grep -c x work.txt | grep -q 2\n");
        String plan = """
                name: canary
                agents: {a: {command: [sh, '%s']}}
                verify: sh %s
                steps: [{id: one, prompt: Do it, policy: {backoff: fixed, base: 5ms}}]
                """.formatted(agent, check);
        Files.writeString(folder.resolve("plan.yaml"), plan);
        mulligan(folder, 0, "run", "plan.yaml");
        Path red = Files.writeString(
                scratch.resolve("red.sh"), "cat '" + said + "'; echo FAILED t.py::test_b - assert 1; exit 1\n");
        mulligan(folder, 1, "exec", "--quiet", "--agent", "sh " + agent, "--", "sh", red.toString());
        mulligan(folder, 1, "exec", "--quiet", "--json", "--agent", "sh " + agent, "--", "sh", red.toString());
        mulligan(folder, 0, "status");
        mulligan(folder, 0, "report", "--json");
        mulligan(folder, 0, "learn", "list");
        mulligan(folder, 0, "history");
        searched(folder);
    }

    @Test
    void noSecretIsInAnyByteThatTheServerWrites() throws Exception {
        Path folder = project();
        Script story = Script.of(new Fault.Status(529, Map.of()), new Fault.Status(500, Map.of()));
        try (ProviderSimulator provider = ProviderSimulator.start(story, Replies.ALL_DONE);
                ServeProcess serve = ServeProcess.start(folder, "--upstream", "anthropic=" + provider.url())) {
            for (Canary canary : ALL) {
                String name = canary.alone() ? canary.secret() : "plain";
                String body = Json.write(Json.object(
                        "model",
                        name,
                        "max_tokens",
                        9,
                        "system",
                        canary.text(),
                        "messages",
                        List.of(Json.object("role", "user", "content", "Use this: " + canary.text()))));
                serve.post(
                        "/v1/messages",
                        body,
                        "x-session-id",
                        name,
                        "x-mulligan-project",
                        name,
                        "x-api-key",
                        ALL.getFirst().secret(),
                        "user-agent",
                        "canary/" + name);
            }
            for (String page :
                    List.of("/metrics", "/api/live", "/api/sessions", "/api/analytics/failures", "/api/openapi.json")) {
                found.addAll(CanarySecrets.found(
                        "GET " + page, serve.get(page).body().getBytes(StandardCharsets.UTF_8)));
            }
            found.addAll(CanarySecrets.found(
                    "serve's output", String.join("\n", serve.said()).getBytes(StandardCharsets.UTF_8)));
            searched(folder);
        }
        searched(folder);
        found.addAll(CanarySecrets.found(dev.mulligan.workspace.state.StateFolder.of(folder)));
        assertThat(found).isEmpty();
    }

    private void searched(Path folder) throws IOException {
        for (Path place : List.of(folder.resolve(".mulligan"), scratch.resolve("state"), scratch.resolve("cache"))) {
            if (Files.isDirectory(place)) {
                found.addAll(CanarySecrets.found(place));
                privateToTheUser(place);
            }
        }
        assertThat(found).isEmpty();
    }

    /** Another user of the machine can read nothing. */
    private static void privateToTheUser(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            for (Path path : all.filter(path -> !Files.isSymbolicLink(path)).toList()) {
                boolean inside = !path.equals(place) && Files.isDirectory(place);
                if (!inside || isClosed(place)) {
                    continue;
                }
                assertThat(Files.getPosixFilePermissions(path).stream()
                                .filter(right -> right.name().startsWith("OTHERS")
                                        || right.name().startsWith("GROUP"))
                                .toList())
                        .as(path.toString())
                        .isEmpty();
            }
        }
    }

    /** Nobody gets past a folder that only its owner may enter. */
    private static boolean isClosed(Path place) throws IOException {
        for (Path top : place.endsWith(".mulligan") ? List.of(place) : List.of(place.resolve("mulligan"))) {
            if (Files.isDirectory(top)
                    && Files.getPosixFilePermissions(top).stream()
                            .noneMatch(right -> right.name().startsWith("OTHERS")
                                    || right.name().startsWith("GROUP"))) {
                return true;
            }
        }
        return false;
    }
}
