package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The clients people use, as npm has them today, against every fault. Run with {@code mvn -Pclients verify -pl gateway
 * -am}; needs npm with a registry, and the right to make a network namespace.
 */
@Tag("clients")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class RealClientsTest {

    /** Twice, then the provider is healthy. */
    private static final List<String> PASSING = List.of(
            "fault: status, code: 529",
            "fault: status, code: 500",
            "fault: status, code: 503",
            "fault: status, code: 504",
            "fault: status, code: 409",
            "fault: html-502",
            "fault: status, code: 429",
            "fault: status, code: 429, headers: {retry-after: 1}",
            "fault: reset",
            "fault: close",
            "fault: stall, ms: 100000",
            "fault: error-event, where: first",
            "fault: error-event, where: after-start",
            "fault: reset-stream, where: after-start",
            "fault: cut-stream, where: after-start",
            "fault: stall-stream, where: after-start, ms: 100000",
            "fault: malformed, where: after-start",
            "fault: empty-body",
            "fault: html-body",
            "fault: empty-content");

    /** After content was delivered: the client must come again, and then gets a whole answer. */
    private static final List<String> PASSING_LATE = List.of(
            "fault: error-event, where: after-content",
            "fault: reset-stream, where: after-content",
            "fault: cut-stream, where: after-content",
            "fault: stall-stream, where: after-content, ms: 100000",
            "fault: no-terminator");

    private static final List<String> LASTING = List.of(
            "fault: status, code: 401",
            "fault: status, code: 403",
            "fault: status, code: 404",
            "fault: status, code: 400",
            "fault: no-credit",
            "fault: context-limit");

    private static final String EMPTY = "empty streams, eight times";

    /** Ways that have another upstream, key or wire to go to, so that even a lasting fault ends well. */
    private static final List<String> WITH_WAY_OUT = List.of("second-route", "second-key", "translated");

    private record Trial(String fault, String mode, String script) {}

    private record Result(Trial trial, String exit, boolean edited, int requests, long millis) {
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

    /** {@code -Dclients.faults=REGEX} runs a part of it; then the manual's table stays as it is. */
    @ParameterizedTest
    @EnumSource(RealClient.class)
    void noFailureIsSeenUnlessItLasts(RealClient client) throws Exception {
        Path program = installed(client);
        if (!works("unshare -n true")) {
            abort("skipped: no network namespace can be made here (unshare -n)");
        }
        String part = System.getProperty("clients.faults", "");
        List<Trial> trials = trials(client).stream()
                .filter(trial -> part.isEmpty() || (trial.mode() + " " + trial.fault()).matches(".*(" + part + ").*"))
                .toList();

        List<Result> results = run(client, program, trials);

        print(client, results);
        if (part.isEmpty()) {
            ClientTable.write(
                    client,
                    results.stream()
                            .map(result -> List.of(
                                    result.trial().fault(), result.trial().mode(), result.cell()))
                            .toList());
        }
        SoftAssertions all = new SoftAssertions();
        for (Result result : results) {
            Trial trial = result.trial();
            if (trial.mode().equals("direct")) {
                continue;
            }
            if (LASTING.contains(trial.fault()) && !WITH_WAY_OUT.contains(trial.mode())) {
                all.assertThat(result.exit()).as(trial.toString()).isNotIn("0", "killed");
                all.assertThat(result.millis()).as(trial.toString()).isLessThan(15_000);
                // Some ask once more in another manner, which is another question.
                all.assertThat(result.requests()).as(trial.toString()).isLessThanOrEqualTo(2);
            } else {
                all.assertThat(result.good()).as(result.toString()).isTrue();
            }
        }
        for (Result alone : results) {
            results.stream()
                    .filter(other -> !other.trial().mode().equals("direct"))
                    .filter(other -> other.trial().fault().equals(alone.trial().fault()))
                    .filter(other -> alone.trial().mode().equals("direct") && alone.good())
                    .forEach(through -> all.assertThat(through.good())
                            .as("survived alone, so it must be survived through the gateway: " + through)
                            .isTrue());
        }
        all.assertAll();
    }

    private static List<Trial> trials(RealClient client) {
        List<Trial> trials = new ArrayList<>();
        for (String mode : List.of("direct", "gateway")) {
            trials.add(new Trial("no fault", mode, "[]"));
            PASSING.forEach(fault -> trials.add(new Trial(fault, mode, twice(fault))));
            PASSING_LATE.forEach(fault -> trials.add(new Trial(fault, mode, twice(fault))));
            LASTING.forEach(
                    fault -> trials.add(new Trial(fault, mode, "[{%s, path: /v1, times: forever}]".formatted(fault))));
            trials.add(new Trial(
                    "cut-stream after-content, seven times",
                    mode,
                    "[{fault: cut-stream, where: after-content, path: /v1, times: 7}]"));
            trials.add(new Trial(
                    "429 + retry-after 65, once",
                    mode,
                    "[{fault: status, code: 429, headers: {retry-after: 65}, path: /v1, times: 1}]"));
            trials.add(new Trial(EMPTY, mode, "[{fault: empty-content, path: /v1, times: 8}]"));
        }
        String down = "[{fault: status, code: 503, path: /v1, times: forever}]";
        trials.add(new Trial("provider down for good, second route", "direct", down));
        trials.add(new Trial("provider down for good, second route", "second-route", down));
        String empty = "{accounts: {sk-test: {quota: {requests: 0}}, sk-empty: {quota: {requests: 0}}}}";
        trials.add(new Trial("quota empty, second key", "direct", empty));
        trials.add(new Trial("quota empty, second key", "second-key", empty));
        if (client != RealClient.GEMINI_CLI) {
            trials.add(new Trial("another provider's wire", "translated", "[]"));
            trials.add(new Trial(
                    "another provider's wire, 529", "translated", "[{fault: status, code: 529, path: /v1, times: 2}]"));
        }
        return trials;
    }

    private static String twice(String fault) {
        return "[{%s, path: /v1, times: 2}]".formatted(fault);
    }

    private List<Result> run(RealClient client, Path program, List<Trial> trials) throws Exception {
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
                    Long.parseLong(parts[3])));
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

    /** From npm, once; its install scripts do not run, and the program itself is started without node. */
    private static Path installed(RealClient client) throws Exception {
        Path place = Path.of(System.getProperty("mulligan.root", ".."), "gateway", "target", "clients");
        Files.createDirectories(place);
        Path module = place.resolve("node_modules").resolve(client.npmPackage());
        if (!Files.exists(module)
                && !works("cd '" + place
                        + "' && npm install --ignore-scripts --no-audit --no-fund --no-save --prefix . "
                        + Stream.of(RealClient.values())
                                .map(RealClient::npmPackage)
                                .reduce("", (a, b) -> a + " " + b))) {
            abort("skipped: npm cannot install " + client.npmPackage() + " here");
        }
        String name = client.program();
        try (Stream<Path> files = Files.walk(place.resolve("node_modules"))) {
            return files.filter(file -> file.getFileName().toString().equals(name))
                    .filter(file ->
                            !Files.isSymbolicLink(file) && Files.isRegularFile(file) && Files.isExecutable(file))
                    .findFirst()
                    .map(Path::toAbsolutePath)
                    .orElseGet(() -> abort("skipped: " + client.npmPackage() + " has no program for this machine"));
        }
    }

    private static boolean works(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return false;
        }
        return process.exitValue() == 0;
    }
}
