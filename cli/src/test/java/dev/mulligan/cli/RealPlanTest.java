package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The clients people use, as npm has them today, carry out a plan. Run with {@code mvn -Pclients verify -pl cli -am
 * -Dtest=RealPlanTest -Dsurefire.failIfNoSpecifiedTests=false}; needs npm with a registry, and the right to make a
 * network namespace.
 */
@Tag("clients")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RealPlanTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(PlanClient.class)
    void aRepairGoesOnInItsConversationAndAnOverloadedProviderIsWaitedOut(PlanClient client) throws Exception {
        Path program = installed(client);
        if (!works("unshare -n true")) {
            skip("no network namespace can be made here (unshare -n)");
        }

        JsonObject told = trial(client, program);

        List<String> events = texts(told, "events");
        List<String> types = events.stream().map(RealPlanTest::firstWord).toList();
        System.out.println(client + ": " + String.join(" ", types));
        assertThat(events.getLast()).as(String.join("\n", events)).contains("RunFinished", "success=true");
        assertThat(types).doesNotContain("RunEscalated").contains("RepairAttempted");
        assertThat(types).filteredOn("StepFinished"::equals).hasSize(2);
        assertThat(events)
                .filteredOn(event -> event.startsWith("RetryScheduled"))
                .singleElement()
                .satisfies(retry -> assertThat(retry).contains("OVERLOADED"));
        List<String> requests = texts(told, "requests");
        assertThat(requests)
                .as("call and last word of the draft, of its repair and of the second step, and one refused")
                .extracting(RealPlanTest::firstWord)
                .containsExactly("None", "None", "None", "None", "Status", "None", "None");
        assertThat(requests.subList(0, 4))
                .as("one conversation")
                .allMatch(requests.getFirst()::equals)
                .doesNotContain(requests.getLast());
        assertThat(folder.resolve("project/first.txt")).hasContent(PlanReplies.FIRST);
        assertThat(folder.resolve("project/second.txt")).hasContent(PlanReplies.SECOND);
    }

    private static List<String> texts(JsonObject told, String name) {
        return told.list(name).stream().map(String::valueOf).toList();
    }

    private static String firstWord(String line) {
        return line.split(" ", 2)[0];
    }

    private JsonObject trial(PlanClient client, Path program) throws Exception {
        Path errors = folder.resolve("errors");
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
                        PlanTrial.class.getName(),
                        client.name(),
                        program.toString(),
                        folder.toString())
                .redirectError(errors.toFile())
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(() -> text(errors)).isZero();
        return Json.parseObject(told.strip());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** From npm, once; its install scripts do not run, and the program itself is started without node. */
    private static Path installed(PlanClient client) throws Exception {
        Path place = Path.of(System.getProperty("mulligan.root", ".."), "cli", "target", "clients");
        Files.createDirectories(place);
        Path module = place.resolve("node_modules").resolve(client.npmPackage());
        String all =
                Arrays.stream(PlanClient.values()).map(PlanClient::npmPackage).collect(Collectors.joining(" "));
        if (!Files.exists(module)
                && !works("cd '" + place
                        + "' && npm install --ignore-scripts --no-audit --no-fund --no-save --prefix . " + all)) {
            skip("npm cannot install " + client.npmPackage() + " here");
        }
        String name = client.npmPackage().endsWith("codex") ? "codex" : "claude";
        try (Stream<Path> files = Files.walk(place.resolve("node_modules"))) {
            return files.filter(file -> file.getFileName().toString().equals(name))
                    .filter(file ->
                            !Files.isSymbolicLink(file) && Files.isRegularFile(file) && Files.isExecutable(file))
                    .findFirst()
                    .map(Path::toAbsolutePath)
                    .orElseGet(() -> skip(client.npmPackage() + " has no program for this machine"));
        }
    }

    private static Path skip(String why) {
        System.out.println("RealPlanTest skipped: " + why);
        return abort(why);
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
