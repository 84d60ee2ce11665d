package dev.mulligan.cli;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Claude Code with both hooks of {@code examples/hooks}, whose model runs a tool that fails, believes it is done, and
 * mends the check only when it may not stop. A program of its own, for a namespace without a network:
 * {@code HookTrial PROGRAM FOLDER HOOKS}. Prints one line of JSON.
 */
final class HookTrial {

    private HookTrial() {}

    private static final Replies MODEL = (_, body) -> {
        if (!body.contains("fetch.sh")) {
            return SimulatedReply.call("Bash", Json.object("command", "sh fetch.sh", "description", "Fetch it"));
        }
        boolean refused = body.contains("before you stop");
        return refused && !body.contains("echo mended")
                ? SimulatedReply.call(
                        "Bash", Json.object("command", "echo mended > state.txt", "description", "Mend it"))
                : SimulatedReply.text("All done.");
    };

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        Path project = folder.resolve("project");
        Files.createDirectories(project.resolve(".claude"));
        Path hooks = Path.of(args[2]);
        Files.writeString(project.resolve("state.txt"), "broken\n");
        Files.writeString(
                project.resolve("check.sh"),
                "grep -q mended state.txt && echo 'ok 1 - state' || { echo 'not ok 1 - state is broken'; exit 1; }\n");
        Files.writeString(
                project.resolve("fetch.sh"), "echo 'curl: (7) Failed to connect: Connection refused' >&2; exit 7\n");
        Files.writeString(
                project.resolve(".claude/settings.json"),
                Json.write(Json.object(
                        "hooks",
                        Json.object(
                                "Stop",
                                List.of(hook("", hooks.resolve("claude-code-stop") + " sh check.sh")),
                                "PostToolUseFailure",
                                List.of(hook(
                                        "Bash",
                                        hooks.resolve("claude-code-post-tool-use-failure")
                                                .toString()))))));
        Path home = Files.createDirectories(folder.resolve("home"));
        try (ProviderSimulator provider = ProviderSimulator.start(Script.of(List.of()), MODEL)) {
            ProcessBuilder builder = new ProcessBuilder(
                            args[0], "-p", "Fetch it.", "--output-format", "json", "--dangerously-skip-permissions")
                    .directory(project.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(folder.resolve("said").toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            Map<String, String> environment = builder.environment();
            environment.clear();
            environment.putAll(PlanClient.CLAUDE.environment(home, provider.url()));
            environment.put("MULLIGAN", launcher(folder).toString());
            Process process = builder.start();
            if (!process.waitFor(4, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                System.err.println("Claude Code did not end within four minutes");
            }
            System.out.println(Json.write(Json.object(
                    "exit",
                    process.waitFor(),
                    "said",
                    Files.readString(folder.resolve("said")),
                    "requests",
                    provider.requests().stream()
                            .filter(request -> request.target().startsWith("/v1/messages"))
                            .map(request -> new String(request.body(), StandardCharsets.UTF_8))
                            .toList())));
        }
        System.exit(0);
    }

    private static Object hook(String matcher, String command) {
        return Json.object(
                "matcher",
                matcher,
                "hooks",
                List.of(Json.object("type", "command", "command", command, "timeout", 60)));
    }

    /** What the hooks call: this very build. */
    private static Path launcher(Path folder) throws IOException {
        Path script = folder.resolve("mulligan");
        Files.writeString(
                script,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' --enable-native-access=ALL-UNNAMED -cp '" + System.getProperty("java.class.path") + "' "
                        + Main.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }
}
