package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process in a folder with a damaged store. */
@Timeout(120)
class DoctorRepairTest {

    @TempDir
    Path folder;

    @Test
    void aDamagedStoreIsSeenKeptAsideAndReplaced() throws Exception {
        byte[] garbage = new byte[20_000];
        new Random(1).nextBytes(garbage);
        Path store = Files.createDirectory(folder.resolve(".mulligan")).resolve("store.db");
        Files.write(store, garbage);

        assertThat(doctor()).contains("damaged", "doctor --repair");
        assertThat(doctor("--repair")).contains("the damaged file is kept as").contains("0 events");
        assertThat(Files.readAllBytes(folder.resolve(".mulligan/store.db.damaged-1")))
                .isEqualTo(garbage);
    }

    private String doctor(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "doctor"));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("MULLIGAN_STORE");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
