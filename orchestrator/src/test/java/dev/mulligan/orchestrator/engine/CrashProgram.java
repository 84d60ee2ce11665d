package dev.mulligan.orchestrator.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Starts {@link CrashRun} as a program of its own and waits for its end. */
final class CrashProgram {

    private CrashProgram() {}

    /** {@code deadly}: the event after which it dies; 0 lets it live */
    static int start(Path root, Path store, int deadly) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashRun.class.getName(),
                        root.toString(),
                        store.toString(),
                        String.valueOf(deadly))
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("../outside/log-" + deadly).toFile())
                .start();
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("hangs: " + Files.readString(root.resolve("../outside/log-" + deadly)));
        }
        return process.exitValue();
    }
}
