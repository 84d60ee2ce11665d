package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What is too little to work with is said in one sentence at the start. */
class StartLimitsTest {

    private record Ended(int exit, String said) {}

    private static Ended run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @Test
    void tooFewOpenFilesAreOneSentence() throws Exception {
        String launch = Path.of(System.getProperty("mulligan.root", ".."), "bin", "launch.sh")
                .toAbsolutePath()
                .toString();
        Ended ended = run("sh", "-c", "ulimit -n 64; . '" + launch + "'; launch /nowhere /nowhere status");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.said().lines())
                .singleElement()
                .asString()
                .contains("only 64 open files are allowed here, and it needs 256")
                .contains("ulimit -n 1024");
    }

    @Test
    void tooLittleMemoryIsOneSentence() throws Exception {
        Ended ended = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mulligan.cli.Main",
                "--version");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.said().lines())
                .singleElement()
                .asString()
                .contains("MB of memory here, and it needs 32")
                .contains("-Xmx");
    }

    @Test
    void aFolderThatIsGoneIsOneSentence() throws Exception {
        String launch = Path.of(System.getProperty("mulligan.root", ".."), "bin", "launch.sh")
                .toAbsolutePath()
                .toString();
        Ended ended =
                run("sh", "-c", "d=$(mktemp -d); cd $d; rmdir $d; . '" + launch + "'; launch /nowhere /nowhere status");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.said().lines())
                .singleElement()
                .asString()
                .contains("the folder you are in does not exist any more");
    }

    @Test
    void aReportThatCouldNotBeWrittenIsNoSuccess() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "this system has no disk that is always full");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String program = "'" + java + "' -cp '" + System.getProperty("java.class.path") + "' dev.mulligan.cli.Main ";
        Ended lost = run("sh", "-c", program + "policy templates > " + full);
        assertThat(lost.exit()).isEqualTo(1);
        assertThat(lost.said()).contains("not everything could be printed: No space left on device");

        // A reader that has seen enough is no failure.
        Ended enough = run("sh", "-c", "{ " + program + "policy templates; echo $? >&2; } | :");
        assertThat(enough.said().strip()).isEqualTo("0");
    }
}
