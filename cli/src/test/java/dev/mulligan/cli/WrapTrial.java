package dev.mulligan.cli;

import dev.mulligan.simulator.FileEditReplies;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.text.Json;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real client, started as {@code mulligan claude} or {@code mulligan codex}, writes a file while 30 % of all answers
 * fail; it makes no retries of its own. A program of its own, for a namespace without a network: {@code WrapTrial CLIENT
 * PROGRAM FOLDER}. Prints one line of JSON.
 */
final class WrapTrial {

    /** Seeds that lie close together begin with nearly the same chance, so that no first request would ever fail. */
    private static final int SPREAD = 100_000_007;

    private WrapTrial() {}

    public static void main(String[] args) throws Exception {
        PlanClient client = PlanClient.valueOf(args[0]);
        Path folder = Path.of(args[2]);
        List<Object> trials = new ArrayList<>();
        for (int number = 1; number <= 8; number++) {
            Path place = Files.createDirectories(folder.resolve("trial-" + number));
            trials.add(trial(client, Path.of(args[1]), place, number * SPREAD));
        }
        System.out.println(Json.write(Json.object("trials", trials)));
        System.exit(0);
    }

    private static Object trial(PlanClient client, Path program, Path folder, int seed) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path work = Files.createDirectories(folder.resolve("work"));
        Path file = work.resolve("hello.txt");
        Path path = MulliganProcess.withProgram(folder, client, program);
        Script faults = ScriptReader.read(Yaml.parse("trial", """
                {mix: [{fault: status, code: 529}, {fault: status, code: 500}, {fault: reset}, \
                {fault: status, code: 429, headers: {retry-after: 1}}, {fault: error-event, where: after-start}, \
                {fault: cut-stream}, {fault: empty-body}], share: 0.3, seed: %d}""".formatted(seed)));
        try (ProviderSimulator provider =
                ProviderSimulator.start(faults, new FileEditReplies(file.toString(), "written\n"))) {
            Map<String, String> environment = client.environment(home, provider.url());
            Path settings = settings(client, home, provider.url());
            byte[] before = Files.readAllBytes(settings);
            List<String> command = new ArrayList<>(MulliganProcess.command(home));
            command.addAll(
                    client == PlanClient.CLAUDE
                            ? List.of("claude", "-p", "Write hello.txt", "--permission-mode", "acceptEdits")
                            : List.of(
                                    "codex", "exec", "--skip-git-repo-check", "-s", "danger-full-access", "Write it"));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(work.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(folder.resolve("out").toFile())
                    .redirectError(folder.resolve("err").toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.environment().put("PATH", path + ":" + environment.get("PATH"));
            Process process = builder.start();
            boolean ended = process.waitFor(2, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly();
            }
            return Json.object(
                    "exit",
                    ended ? process.exitValue() : -1,
                    "edited",
                    Files.exists(file),
                    "requests",
                    provider.requests().size(),
                    "faults",
                    provider.requests().stream()
                            .filter(request -> !String.valueOf(request.fault()).startsWith("None"))
                            .count(),
                    "out",
                    Files.readString(folder.resolve("out")),
                    "err",
                    Files.readString(folder.resolve("err")),
                    "untouched",
                    Arrays.equals(before, Files.readAllBytes(settings)));
        }
    }

    /** The file of the client's own that names its address; for Claude Code it beats the environment. */
    private static Path settings(PlanClient client, Path home, String url) throws IOException {
        if (client == PlanClient.CODEX) {
            return home.resolve("config.toml");
        }
        Path file = Files.createDirectories(home.resolve(".claude")).resolve("settings.json");
        return Files.writeString(file, "{ \"env\":{\"ANTHROPIC_BASE_URL\":\"" + url + "\"} ,  \"unknownKey\": true}\n");
    }
}
