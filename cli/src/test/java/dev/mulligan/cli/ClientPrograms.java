package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Real clients from npm, and a place without a network where they run. What is missing skips the test and says so. */
final class ClientPrograms {

    private ClientPrograms() {}

    /**
     * From npm, once; its install scripts do not run, and the program itself is started without node. Without
     * {@code latest} npm takes an old version when this machine's node is too old for the newest one.
     */
    static Path installed(PlanClient client) throws Exception {
        Path place = Path.of(System.getProperty("mulligan.root", ".."), "cli", "target", "clients");
        Files.createDirectories(place);
        Path module = place.resolve("node_modules").resolve(client.npmPackage());
        String all = Arrays.stream(PlanClient.values())
                .map(one -> one.npmPackage() + "@latest")
                .collect(Collectors.joining(" "));
        if (!Files.exists(module)
                && !works("cd '" + place
                        + "' && npm install --ignore-scripts --no-audit --no-fund --no-save --prefix . " + all)) {
            skip("npm cannot install " + client.npmPackage() + " here");
        }
        String name = client.program();
        try (Stream<Path> files = Files.walk(place.resolve("node_modules"))) {
            return files.filter(file -> file.getFileName().toString().equals(name))
                    .filter(file ->
                            !Files.isSymbolicLink(file) && Files.isRegularFile(file) && Files.isExecutable(file))
                    .findFirst()
                    .map(Path::toAbsolutePath)
                    .orElseGet(() -> skip(client.npmPackage() + " has no program for this machine"));
        }
    }

    /** Runs a main class in a namespace that has nothing but loopback; it prints one line of JSON. */
    static JsonObject isolated(Class<?> main, Path errors, String... arguments) throws Exception {
        if (!works("unshare -n true")) {
            skip("no network namespace can be made here (unshare -n)");
        }
        List<String> command = new ArrayList<>(List.of(
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
                main.getName()));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
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

    private static Path skip(String why) {
        System.out.println("skipped: " + why);
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
