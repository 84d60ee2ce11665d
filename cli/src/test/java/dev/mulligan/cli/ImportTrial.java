package dev.mulligan.cli;

import dev.mulligan.simulator.FileEditReplies;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real client meets faults alone, and {@code mulligan import} reads what it wrote down. A program of its own, for a
 * namespace without a network: {@code ImportTrial CLIENT PROGRAM FOLDER}. Prints one line of JSON.
 */
final class ImportTrial {

    /** Looks like a key, so that it would be recognised; it must be in no store. */
    static final String KEY = "sk-ant-api03-" + "x1Y2z3".repeat(12);

    private static final List<String> TWICE = List.of(
            "fault: status, code: 529",
            "fault: status, code: 500",
            "fault: status, code: 503",
            "fault: html-502",
            "fault: status, code: 429, headers: {retry-after: 1}",
            "fault: reset",
            "fault: close",
            "fault: reset-stream, where: after-content");

    private static final List<String> FOREVER = List.of(
            "fault: status, code: 500",
            "fault: status, code: 529",
            "fault: status, code: 401",
            "fault: status, code: 403",
            "fault: status, code: 400",
            "fault: reset",
            "fault: cut-stream, where: after-start",
            "fault: no-credit",
            "fault: context-limit");

    private ImportTrial() {}

    public static void main(String[] args) throws Exception {
        PlanClient client = PlanClient.valueOf(args[0]);
        Path program = Path.of(args[1]);
        Path folder = Path.of(args[2]);
        List<Object> trials = new ArrayList<>();
        for (String fault : TWICE) {
            trials.add(trial(client, program, folder.resolve("twice-" + trials.size()), fault, "2"));
        }
        for (String fault : FOREVER) {
            trials.add(trial(client, program, folder.resolve("forever-" + trials.size()), fault, "forever"));
        }
        System.out.println(Json.write(Json.object("trials", trials)));
        System.exit(0);
    }

    private static JsonObject trial(PlanClient client, Path program, Path folder, String fault, String times)
            throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path work = Files.createDirectories(folder.resolve("work"));
        String script = "[{" + fault + ", path: /v1, times: " + times + "}]";
        try (ProviderSimulator provider = ProviderSimulator.start(
                ScriptReader.read(Yaml.parse("trial", script)),
                new FileEditReplies(work.resolve("hello.txt").toString(), "written\n"))) {
            Map<String, String> environment = environment(client, home, provider.url());
            List<String> command = client == PlanClient.CLAUDE
                    ? List.of(program.toString(), "-p", "Write the secret plan", "--permission-mode", "acceptEdits")
                    : List.of(
                            program.toString(),
                            "exec",
                            "--skip-git-repo-check",
                            "-s",
                            "danger-full-access",
                            "Write the secret plan");
            int exit = run(command, environment, work, folder.resolve("client"));
            long injected = provider.requests().stream()
                    .filter(request -> request.target().startsWith("/v1"))
                    .filter(request -> !String.valueOf(request.fault()).startsWith("None"))
                    .count();
            JsonObject total = imported(client, home, environment, folder);
            String stored = Files.readString(folder.resolve("store.db"), StandardCharsets.ISO_8859_1);
            return Json.object(
                    "fault",
                    fault.replace("fault: ", "") + (times.equals("2") ? ", twice" : ", always"),
                    "exit",
                    exit,
                    "injected",
                    injected,
                    "retries",
                    total.number("retries").orElse(0),
                    "failures",
                    total.number("failures").orElse(0),
                    "leaks",
                    stored.contains(KEY) || stored.contains("secret plan"));
        }
    }

    /** Two retries of its own, so that a fault that lasts ends within seconds. */
    private static Map<String, String> environment(PlanClient client, Path home, String url) throws Exception {
        Map<String, String> environment = client.environment(home, url);
        if (client == PlanClient.CODEX) {
            Path config = home.resolve("config.toml");
            Files.writeString(config, Files.readString(config).replace("_max_retries = 0", "_max_retries = 2"));
            environment.put("OPENAI_API_KEY", KEY);
        } else {
            environment.put("CLAUDE_CODE_MAX_RETRIES", "2");
            environment.put("ANTHROPIC_API_KEY", KEY);
        }
        return environment;
    }

    private static JsonObject imported(PlanClient client, Path home, Map<String, String> environment, Path folder)
            throws Exception {
        String store = folder.resolve("store.db").toString();
        Path report = folder.resolve("report");
        String name = client == PlanClient.CLAUDE ? "claude-code" : "codex";
        run(
                MulliganProcess.command(home, "import", name, "--store", store),
                environment,
                folder,
                folder.resolve("import"));
        run(MulliganProcess.command(home, "report", "--json", "--store", store), environment, folder, report);
        return Json.parseObject(Files.readString(report)).object("total").orElseThrow();
    }

    private static int run(List<String> command, Map<String, String> environment, Path place, Path output)
            throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .redirectError(Path.of(output + ".err").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return -1;
        }
        return process.exitValue();
    }
}
