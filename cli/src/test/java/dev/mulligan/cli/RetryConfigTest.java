package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of strategies, as a person sees and changes them in a project's folder. */
class RetryConfigTest {

    @TempDir
    Path project;

    @Test
    void settingsAreShownChangedAndReset() throws Exception {
        assertThat(run(0)).contains("windowSize").contains("10");

        run(0, "set", "windowSize", "20");
        run(0, "set", "strategies.test", "add-context,incremental");
        assertThat(project.resolve(".mulligan/retry-config.json")).exists();
        assertThat(run(0, "--json")).contains("\"windowSize\":20");
        assertThat(run(0)).contains("add-context → incremental");

        assertThat(run(2, "set", "windowSize", "many")).contains("windowSize");
        assertThat(run(2, "put", "windowSize", "5")).contains("retry-config set KEY VALUE");
        assertThat(run(0, "--json")).contains("\"windowSize\":20");

        run(0, "reset");
        assertThat(run(0, "--json")).contains("\"windowSize\":10");
    }

    /** In the project's folder, as the command reads it from there. */
    private String run(int exit, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mulligan.cli.Main",
                "retry-config"));
        line.addAll(List.of(words));
        Path output = Files.createTempFile(project, "output", ".txt");
        Process process = new ProcessBuilder(line)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(said).isEqualTo(exit);
        return said;
    }
}
