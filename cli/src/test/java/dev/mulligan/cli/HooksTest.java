package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The hooks under examples/ as their callers run them. */
@Timeout(120)
class HooksTest {

    private static final Path HOOKS =
            Path.of(System.getProperty("mulligan.root", "..")).resolve("examples/hooks");

    private record Ran(int exit, String err) {}

    @TempDir
    Path folder;

    @BeforeEach
    void mulliganOnThePath() throws IOException {
        Path script = folder.resolve("mulligan");
        Files.writeString(
                script,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' --enable-native-access=ALL-UNNAMED -cp '" + System.getProperty("java.class.path") + "' "
                        + Main.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ran run(String hook, String input, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(HOOKS.resolve(hook).toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("MULLIGAN", folder.resolve("mulligan").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A hook need not read what it is given.
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), Files.readString(folder.resolve("err")));
    }

    @Test
    void stopIsRefusedWhileTheCheckFailsAndOnlyOnce() throws Exception {
        String red = "echo 'FAILED test_cart.py::test_total - assert 35 == 25'; exit 1";
        assertThat(run("claude-code-stop", "{}", Map.of(), "sh", "-c", red)).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("test_total").contains("before you stop");
        });
        assertThat(run("claude-code-stop", "{\"stop_hook_active\": true}", Map.of(), "sh", "-c", red)
                        .exit())
                .isZero();
        assertThat(run("claude-code-stop", "{}", Map.of(), "true").exit()).isZero();
    }

    @Test
    void withoutMulliganNobodyIsHeldUp() throws Exception {
        Map<String, String> nowhere = Map.of("MULLIGAN", "no-such-mulligan", "MULLIGAN_CHECK", "exit 3");
        assertThat(run("claude-code-stop", "{}", nowhere, "false")).isEqualTo(new Ran(0, ""));
        assertThat(run("claude-code-post-tool-use-failure", "{}", nowhere)).isEqualTo(new Ran(0, ""));
        assertThat(run("pre-push", "", nowhere).exit())
                .as("the check itself still runs")
                .isEqualTo(3);
    }

    @Test
    void aFailedToolIsNamed() throws Exception {
        Ran ran = run(
                "claude-code-post-tool-use-failure",
                "{\"tool_name\": \"Bash\", \"error\": \"curl: (7) Failed to connect: Connection refused\"}",
                Map.of());
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("network").contains("worth a retry");
    }

    @Test
    void pushWaitsForTheCheck() throws Exception {
        assertThat(run("pre-push", "", Map.of("MULLIGAN_CHECK", "exit 1")).exit())
                .isEqualTo(1);
        String flaky = "if [ -f tried ]; then exit 0; fi; touch tried; echo 'npm error code ECONNRESET' >&2; exit 1";
        assertThat(run("pre-push", "", Map.of("MULLIGAN_CHECK", flaky)).exit()).isZero();
    }
}
