package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real {@code mulligan} that is ended by {@code kill -9} at a moment of the test's choice. */
final class KilledProgram {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private KilledProgram() {}

    /** Runs in a folder until a file is there, which something that the program started makes. */
    static void run(Path folder, Path until, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(arguments);
        Path said = Files.createTempFile("mulligan-killed", ".txt");
        Process program = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(said.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (Files.notExists(until) && program.isAlive() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(until).as(Files.readString(said)).exists();
        } finally {
            program.destroyForcibly().waitFor();
            Files.delete(said);
        }
    }
}
