package dev.mulligan.cli.client;

import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.UserError;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mulligan's tools in the list of a client, through the client's own command: it rewrites that file whenever it likes. */
record McpRegistration(String client, Map<String, String> environment) {

    static final List<String> CLIENTS = List.of("claude", "codex");

    /** Empty when it is done, otherwise why not. */
    Optional<String> add(String program) throws IOException, InterruptedException {
        return run("add", List.of("--", program, "mcp"));
    }

    Optional<String> remove() throws IOException, InterruptedException {
        return Programs.find(client, environment).isEmpty()
                ? Optional.of(Programs.missing(client))
                : run("remove", List.of());
    }

    void check() {
        if (Programs.find(client, environment).isEmpty()) {
            throw new UserError(Programs.missing(client), Programs.advice(client));
        }
    }

    private Optional<String> run(String what, List<String> more) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(client, "mcp", what));
        line.addAll(client.equals("claude") ? List.of("--scope", "user") : List.of());
        line.add("mulligan");
        line.addAll(more);
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        return exit == 0
                ? Optional.empty()
                : Optional.of("`" + String.join(" ", line) + "` ended with " + exit + ": "
                        + said.lines()
                                .filter(text -> !text.isBlank())
                                .findFirst()
                                .orElse("it said nothing"));
    }
}
