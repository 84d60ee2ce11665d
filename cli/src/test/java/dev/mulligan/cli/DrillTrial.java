package dev.mulligan.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code mulligan drill} with a real client and its usual retries. A program of its own, for a namespace without a
 * network: {@code DrillTrial CLIENT PROGRAM FOLDER}. Prints the drill's line of JSON.
 */
final class DrillTrial {

    private DrillTrial() {}

    public static void main(String[] args) throws Exception {
        PlanClient client = PlanClient.valueOf(args[0]);
        Path folder = Path.of(args[2]);
        Path home = Files.createDirectories(folder.resolve("home"));
        Map<String, String> environment = client.environment(home, "http://127.0.0.1:9");
        environment.remove("CLAUDE_CODE_MAX_RETRIES");
        if (client == PlanClient.CODEX) {
            Path config = home.resolve("config.toml");
            Files.writeString(config, Files.readString(config).replaceAll("(?m)^\\w+_max_retries = 0\\n", ""));
        }
        List<String> command = new ArrayList<>(MulliganProcess.command(home, "drill", "--json", "--"));
        command.addAll(
                client == PlanClient.CLAUDE
                        ? List.of("claude", "-p", "Write drill.txt", "--permission-mode", "acceptEdits")
                        : List.of("codex", "exec", "--skip-git-repo-check", "-s", "danger-full-access", "Write it"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Path path = MulliganProcess.withProgram(folder, client, Path.of(args[1]));
        builder.environment().put("PATH", path + ":" + environment.get("PATH"));
        System.exit(builder.start().waitFor());
    }
}
