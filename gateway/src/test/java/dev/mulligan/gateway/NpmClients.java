package dev.mulligan.gateway;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Real clients as npm has them today. What cannot be had skips the test and says so. */
final class NpmClients {

    private NpmClients() {}

    /** As the package says that was installed. */
    static String version(RealClient client) throws IOException {
        return Json.parseObject(Files.readString(place().resolve("node_modules")
                        .resolve(client.npmPackage())
                        .resolve("package.json")))
                .text("version", "of unknown version");
    }

    private static Path place() {
        return Path.of(System.getProperty("mulligan.root", ".."), "gateway", "target", "clients");
    }

    /**
     * From npm, once; its install scripts do not run, and the program itself is started without node. Without
     * {@code latest} npm takes an old version when this machine's node is too old for the newest one.
     */
    static synchronized Path installed(RealClient client) throws Exception {
        Path place = place();
        Files.createDirectories(place);
        Path module = place.resolve("node_modules").resolve(client.npmPackage());
        if (!Files.exists(module)
                && !works("cd '" + place
                        + "' && npm install --ignore-scripts --no-audit --no-fund --no-save --prefix . "
                        + Stream.of(RealClient.values())
                                .map(RealClient::npmPackage)
                                .reduce("", (a, b) -> a + " " + b + "@latest"))) {
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

    static boolean works(String command) throws Exception {
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
