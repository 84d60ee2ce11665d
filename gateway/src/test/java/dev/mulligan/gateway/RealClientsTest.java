package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The clients people use, as npm has them today, against every fault. Run with {@code mvn -Pclients verify -pl gateway
 * -am}; needs npm with a registry, and the right to make a network namespace. The trials mostly wait, so
 * {@code -Djunit.jupiter.execution.parallel.enabled=true} runs several clients at a time, each in its own namespace.
 */
@Tag("clients")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class RealClientsTest {

    private record Result(ClientTrial trial, String exit, boolean edited, int requests, int different, long millis) {
        boolean good() {
            return exit.equals("0") && edited;
        }

        String cell() {
            String end = exit.equals("killed")
                    ? "hangs"
                    : good() ? "done" : exit.equals("0") ? "silent: exit 0, nothing done" : "fails";
            return exit.equals("killed")
                    ? end + ", " + requests + ", > " + ClientTrials.LONGEST.toSeconds() + " s"
                    : String.format(Locale.ROOT, "%s, %d, %.1f s", end, requests, millis / 1000.0);
        }
    }

    @TempDir
    Path folder;

    /**
     * {@code -Dclients.only=CODEX,OPENCODE} runs these clients alone. {@code -Dclients.faults=REGEX} runs a part of the
     * faults; then the manual's table stays as it is.
     */
    @ParameterizedTest
    @EnumSource(RealClient.class)
    void noFailureIsSeenUnlessItLasts(RealClient client) throws Exception {
        String only = System.getProperty("clients.only", "");
        assumeTrue(only.isEmpty() || List.of(only.split(",")).contains(client.name()), "not among " + only);
        Path program = NpmClients.installed(client);
        if (!NpmClients.works("unshare -n true")) {
            abort("skipped: no network namespace can be made here (unshare -n)");
        }
        String part = System.getProperty("clients.faults", "");
        List<ClientTrial> trials = ClientTrial.all(client).stream()
                .filter(trial -> part.isEmpty() || (trial.mode() + " " + trial.fault()).matches(".*(" + part + ").*"))
                .toList();

        List<Result> results = run(client, program, trials);

        print(client, results);
        if (part.isEmpty()) {
            ClientTable.write(
                    client,
                    NpmClients.version(client),
                    results.stream()
                            .map(result -> List.of(
                                    result.trial().fault(), result.trial().mode(), result.cell()))
                            .toList());
        }
        SoftAssertions all = new SoftAssertions();
        for (Result result : results) {
            ClientTrial trial = result.trial();
            if (trial.isAlone()) {
                continue;
            }
            if (trial.isLasting()) {
                all.assertThat(result.exit()).as(trial.toString()).isNotIn("0", "killed");
                all.assertThat(result.millis()).as(trial.toString()).isLessThan(15_000);
                // Some ask again in another manner: that is another question, and may have another answer.
                all.assertThat(result.requests())
                        .as("no question reaches the provider twice: " + trial)
                        .isEqualTo(result.different());
            } else {
                all.assertThat(result.good()).as(result.toString()).isTrue();
            }
        }
        for (Result alone : results) {
            results.stream()
                    .filter(other -> alone.trial().isAlone() && alone.trial().isLasting())
                    .filter(other -> !other.trial().isAlone())
                    .filter(other -> other.trial().fault().equals(alone.trial().fault()))
                    .forEach(through -> all.assertThat(through.requests())
                            .as("no more calls than alone: " + through)
                            .isLessThanOrEqualTo(alone.requests()));
            results.stream()
                    .filter(other -> !other.trial().isAlone())
                    .filter(other -> other.trial().fault().equals(alone.trial().fault()))
                    .filter(other -> alone.trial().isAlone() && alone.good())
                    .forEach(through -> all.assertThat(through.good())
                            .as("survived alone, so it must be survived through the gateway: " + through)
                            .isTrue());
        }
        all.assertAll();
    }

    private List<Result> run(RealClient client, Path program, List<ClientTrial> trials) throws Exception {
        Path input = folder.resolve("trials");
        Files.write(
                input,
                trials.stream()
                        .map(trial -> trial.mode() + " " + trial.script())
                        .toList());
        Process process = new ProcessBuilder(
                        "unshare",
                        "-n",
                        "sh",
                        "-c",
                        "ip link set lo up && exec \"$@\"",
                        "sh",
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClientTrials.class.getName(),
                        client.name(),
                        program.toString(),
                        folder.toString())
                .redirectInput(input.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        process.waitFor();
        assertThat(lines).as(() -> "errors: " + text(folder.resolve("errors"))).hasSameSizeAs(trials);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] parts = lines.get(i).split(" ", -1);
            results.add(new Result(
                    trials.get(i),
                    parts[0],
                    Boolean.parseBoolean(parts[1]),
                    Integer.parseInt(parts[2]),
                    Integer.parseInt(parts[3]),
                    Long.parseLong(parts[4])));
        }
        return results;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void print(RealClient client, List<Result> results) {
        System.out.println("| " + client + " | way | exit | file written | requests | seconds |");
        for (Result result : results) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %d | %.1f |%n",
                    result.trial().fault(),
                    result.trial().mode(),
                    result.exit(),
                    result.edited() ? "yes" : "no",
                    result.requests(),
                    result.millis() / 1000.0);
        }
    }
}
