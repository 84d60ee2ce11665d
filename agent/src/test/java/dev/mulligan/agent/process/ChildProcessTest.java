package dev.mulligan.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {

    private static final ProcessLimits LIMITS =
            new ProcessLimits(Duration.ofSeconds(50), Duration.ofSeconds(50), Duration.ofSeconds(1));

    @TempDir
    Path folder;

    private ProcessResult run(String script, String stdin) throws InterruptedException {
        return run(List.of("sh", "-c", script), stdin);
    }

    private ProcessResult run(List<String> command, String stdin) throws InterruptedException {
        Map<String, String> environment = Map.of("PATH", System.getenv("PATH"), "GREETING", "grüß dich");
        return new ChildProcess(command, folder, environment, LIMITS).run(stdin, OutputListener.NOBODY);
    }

    @Test
    void saysHowItEnded() throws InterruptedException {
        assertThat(run("exit 7", "").exitCode()).isEqualTo(OptionalInt.of(7));
        assertThat(run("kill -9 $$", "").exitCode()).isEqualTo(OptionalInt.of(137));
    }

    @Test
    void hasItsFolderItsEnvironmentAndItsThreeStreams() throws InterruptedException, IOException {
        ProcessResult ended = run("pwd; echo \"$GREETING\"; cat; echo oops >&2", "ä question");
        assertThat(ended.stdout()).isEqualTo(folder.toRealPath() + "\ngrüß dich\nä question");
        assertThat(ended.stderr()).isEqualTo("oops\n");
    }

    @Test
    void muchGoesInAndOutAtTheSameTime() throws InterruptedException {
        String much = "0123456789abcde\n".repeat(100_000);
        assertThat(run("cat", much).stdout()).isEqualTo(much);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leadsASessionOfItsOwnAndDiesWithUs() throws InterruptedException {
        String[] pidGroupSession =
                run("cut -d ' ' -f 1,5,6 /proc/$$/stat", "").stdout().strip().split(" ");
        assertThat(pidGroupSession).hasSize(3).containsOnly(pidGroupSession[0]);
        assertThat(run(List.of("setpriv", "--dump"), "").stdout())
                .containsPattern("Parent death signal: (KILL|kill|9)");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void inheritsNoFileAndLeavesNone() throws InterruptedException, IOException {
        try (var _ = Files.newOutputStream(folder.resolve("ours"))) {
            // The fourth is the folder that is listed.
            assertThat(run("ls /proc/self/fd", "").stdout().lines()).containsExactly("0", "1", "2", "3");
        }
        long before = openFiles();
        for (int i = 0; i < 40; i++) {
            run("echo " + i, "");
        }
        assertThat(openFiles()).isLessThan(before + 10);
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    @Test
    void aMissingFolderIsSaidPlainly() throws InterruptedException {
        Path missing = folder.resolve("missing");
        ProcessResult ended =
                new ChildProcess(List.of("true"), missing, Map.of(), LIMITS).run("", OutputListener.NOBODY);
        assertThat(ended.ending()).isEqualTo(ProcessEnding.NOT_STARTED);
        assertThat(ended.stderr()).startsWith("cannot run true: ").contains(missing.toString());
    }
}
