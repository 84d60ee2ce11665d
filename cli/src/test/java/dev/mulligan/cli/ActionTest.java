package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The steps of action.yml, run by the shell commands that it names. */
@Timeout(120)
class ActionTest {

    private static final Path STEPS =
            Path.of(System.getProperty("mulligan.root", "..")).resolve("packaging/action");

    @TempDir
    Path folder;

    private record Ended(int exit, String out, String summary, String outputs) {}

    @BeforeEach
    void mulliganIsInstalled() throws Exception {
        Path script = Files.writeString(
                folder.resolve("mulligan"),
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '"
                        + System.getProperty("java.class.path") + "' " + Main.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aNetworkFailureIsTransientAndARedTestIsReal() throws Exception {
        Ended flaky = step(
                "run.sh",
                Map.of(
                        "COMMAND",
                        "if [ -f tried ]; then echo 'ok 1 - a'; exit 0; fi; touch tried;"
                                + " echo 'npm error code ECONNRESET' >&2; exit 1"));
        assertThat(flaky.exit()).as(flaky.out()).isZero();
        assertThat(flaky.out())
                .contains("::warning title=transient%3A attempt 1::")
                .contains("ECONNRESET");
        assertThat(flaky.summary())
                .contains("### Mulligan: passed after 2 attempts")
                .contains("| transient |");
        assertThat(flaky.outputs()).isEqualTo("success=true\n");

        Ended red = step(
                "run.sh", Map.of("COMMAND", "echo 'FAILED tests/test_cart.py::test_total - assert 35 == 25'; exit 1"));
        assertThat(red.exit()).isEqualTo(1);
        assertThat(red.out()).contains("::error title=real%3A").contains("assert 35 == 25");
        assertThat(red.summary()).contains("### Mulligan: failed").contains("| real |");
        assertThat(red.outputs()).endsWith("success=false\n");
    }

    @Test
    void theArchiveIsInstalledOnlyWithItsChecksum() throws Exception {
        Path archive = folder.resolve("archive.tar.gz");
        Path content = Files.createDirectories(folder.resolve("mulligan-1/bin"));
        Files.copy(folder.resolve("mulligan"), content.resolve("mulligan"));
        assertThat(new ProcessBuilder("tar", "-czf", archive.toString(), "-C", folder.toString(), "mulligan-1")
                        .start()
                        .waitFor())
                .isZero();
        Map<String, String> wrong = Map.of("ARCHIVE", archive.toString(), "SHA256", "0".repeat(64));
        assertThat(step("install.sh", wrong).out()).contains("::error::the archive");
        assertThat(folder.resolve("to/bin/mulligan")).doesNotExist();

        Ended installed = step("install.sh", Map.of("ARCHIVE", archive.toString()));

        assertThat(installed.exit()).as(installed.out()).isZero();
        assertThat(installed.out()).contains("mulligan ");
        assertThat(folder.resolve("path")).content().isEqualTo(folder.resolve("to/bin") + "\n");
    }

    private Ended step(String script, Map<String, String> inputs) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", STEPS.resolve(script).toAbsolutePath().toString())
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("MULLIGAN", folder.resolve("mulligan").toString());
        environment.put("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString());
        environment.put("GITHUB_OUTPUT", folder.resolve("outputs").toString());
        environment.put("GITHUB_PATH", folder.resolve("path").toString());
        environment.put("INSTALL_TO", folder.resolve("to").toString());
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        environment.putAll(inputs);
        int exit = builder.start().waitFor();
        return new Ended(exit, Files.readString(folder.resolve("out")), text("summary"), text("outputs"));
    }

    private String text(String name) throws Exception {
        Path file = folder.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
