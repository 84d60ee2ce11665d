package dev.mulligan.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that a process started is left when it is over, however it detached itself. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class LeftoverProcessTest {

    /** In a session of its own, forked twice, without a variable of ours, deaf to a polite request. */
    private static final String DAEMON =
            "setsid env -i /bin/sh -c \"/bin/sh -c 'trap : TERM; echo \\$\\$ > PIDFILE; while :; do /bin/sleep 0.02; done'"
                    + " > /dev/null 2>&1 &\"; while [ ! -s PIDFILE ]; do sleep 0.01; done; ";

    @TempDir
    Path folder;

    private static String daemon(String pidFile) {
        return DAEMON.replace("PIDFILE", pidFile);
    }

    private ProcessResult run(String script, Duration most) throws InterruptedException {
        ProcessLimits limits = new ProcessLimits(most, Duration.ofSeconds(50), Duration.ofMillis(200));
        Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
        return new ChildProcess(List.of("sh", "-c", script), folder, environment, limits)
                .run("", OutputListener.NOBODY);
    }

    /** One that is dead and only waits for its exit code to be asked for is gone: it does nothing any more. */
    private boolean isThere(String pidFile) throws IOException {
        return ProcessTable.isRunning(Integer.parseInt(pid(pidFile)));
    }

    private String pid(String pidFile) throws IOException {
        return Files.readString(folder.resolve(pidFile)).strip();
    }

    static void holds(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private boolean isWritten(String file) {
        try {
            return Files.size(folder.resolve(file)) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aDaemonEndsWithTheProcessThatStartedItHoweverThatEnds() throws Exception {
        assertThat(run(daemon("passed"), Duration.ofSeconds(50)).exitCode()).hasValue(0);
        assertThat(isThere("passed")).isFalse();

        assertThat(run(daemon("failed") + "exit 3", Duration.ofSeconds(50)).exitCode())
                .hasValue(3);
        assertThat(isThere("failed")).isFalse();

        assertThat(run(daemon("slow") + "sleep 300", Duration.ofMillis(700)).ending())
                .isEqualTo(ProcessEnding.TIMED_OUT);
        assertThat(isThere("slow")).isFalse();

        Thread cancelled = Thread.ofPlatform().start(() -> {
            try {
                run(daemon("cancelled") + "sleep 300", Duration.ofSeconds(50));
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        holds("the daemon runs", () -> isWritten("cancelled"));
        cancelled.interrupt();
        cancelled.join();
        assertThat(isThere("cancelled")).isFalse();
    }

    /** It is cancelled before anybody knows whether it has been started. */
    @Test
    void oneThatIsCancelledWhileItStartsHasEndedWhenItsCallIsOver() throws Exception {
        for (int i = 0; i < 20; i++) {
            String itsOwn = "sleep 3" + ProcessHandle.current().pid() + i;
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> run(itsOwn + " & wait", Duration.ofSeconds(50)))
                    .isInstanceOf(InterruptedException.class);
            assertThat(ProcessHandle.current().descendants())
                    .noneMatch(one -> one.isAlive()
                            && ProcessTable.isRunning((int) one.pid())
                            && ProcessTable.read("/proc/" + one.pid() + "/cmdline")
                                    .replace('\0', ' ')
                                    .contains(itsOwn));
        }
    }

    @Test
    void ofTwoAtTheSameTimeEachEndsItsOwn() throws Exception {
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                run(daemon("theirs") + "touch ready; while [ ! -e end ]; do sleep 0.01; done", Duration.ofSeconds(50));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        holds("the other's daemon runs", () -> Files.exists(folder.resolve("ready")));

        run(daemon("ours"), Duration.ofSeconds(50));

        assertThat(isThere("ours")).isFalse();
        assertThat(isThere("theirs")).isTrue();
        Files.createFile(folder.resolve("end"));
        other.join();
        assertThat(isThere("theirs")).isFalse();
    }

    @Test
    void oneThatLostItsMarkIsAdoptedAndEnded() throws Exception {
        run("prlimit --rttime=unlimited --pid $$; " + daemon("unmarked"), Duration.ofSeconds(50));

        assertThat(isThere("unmarked")).isFalse();
    }

    /** Each lives a moment only and starts the next: whoever looks may come between the two. */
    @Test
    void oneThatHandsOnFromProcessToProcessIsCaught() throws Exception {
        Files.writeString(folder.resolve("hand-on"), "echo $$ >> $1; setsid sh hand-on $1 > /dev/null 2>&1 &\n");
        List<Integer> written = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            run("sh hand-on trail" + i + "; sleep 0.05", Duration.ofSeconds(50));
            written.add(linesOf("trail" + i).size());
        }
        for (int i = 0; i < 10; i++) {
            assertThat(linesOf("trail" + i)).hasSize(written.get(i)).hasSizeGreaterThan(1);
        }
    }

    @Test
    void whatTheProgramStartsByItselfIsLeftAlone() throws Exception {
        Process own = new ProcessBuilder("sh", "-c", "read line; exit 5").start();

        run(daemon("ours"), Duration.ofSeconds(50));

        assertThat(own.isAlive()).isTrue();
        own.getOutputStream().close();
        assertThat(own.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(own.exitValue()).isEqualTo(5);
    }

    private List<String> linesOf(String name) {
        try {
            return Files.readAllLines(folder.resolve(name));
        } catch (IOException notYet) {
            return List.of();
        }
    }

    @Test
    void adoptedOnesThatEndByThemselvesDoNotPileUp() throws Exception {
        Thread running = Thread.ofPlatform().start(() -> {
            try {
                run(
                        "for i in 1 2 3 4 5; do (sh -c 'echo $$ >> short' &); done; sleep 0.05; echo x > ready;"
                                + " while [ ! -e end ]; do sleep 0.01; done",
                        Duration.ofSeconds(50));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        holds("they have run", () -> isWritten("ready") && linesOf("short").size() == 5);
        List<String> pids = linesOf("short");

        holds("they are reaped", () -> pids.stream().noneMatch(pid -> Files.exists(Path.of("/proc", pid))));

        Files.createFile(folder.resolve("end"));
        running.join();
    }

    /** A Mulligan to be killed: runs a script until somebody ends it. */
    static final class Runner {
        public static void main(String[] args) throws InterruptedException {
            ProcessLimits limits =
                    new ProcessLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(200));
            new ChildProcess(
                            List.of("sh", "-c", args[1]),
                            Path.of(args[0]),
                            Map.of("PATH", System.getenv("PATH")),
                            limits,
                            Optional.of(Path.of(args[0], "records")))
                    .run("", OutputListener.NOBODY);
        }
    }

    private Process runner(String script) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Runner.class.getName(),
                        folder.toString(),
                        script)
                .inheritIO()
                .start();
    }

    @Test
    void aKilledProgramTakesWhatItsAgentRunsWithIt() throws Exception {
        // Its input ends when its start is over, the entry with the guard included.
        Process program =
                runner("cat; sh -c 'trap : TERM; echo $$ > worker; while :; do sleep 0.02; done'; echo never reached");
        holds("it runs", () -> isWritten("worker"));
        String worker = pid("worker");

        program.destroyForcibly();

        holds("what it ran is gone", () -> !Files.exists(Path.of("/proc", worker)));
    }

    @Test
    void aTerminatedProgramTakesAllWithIt() throws Exception {
        Process program = runner(daemon("daemon") + "touch ready; sleep 300");
        holds("it runs", () -> Files.exists(folder.resolve("ready")));

        program.destroy();
        assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();

        assertThat(isThere("daemon")).isFalse();
    }

    @Test
    void whatAKilledProgramLeftIsEndedByTheNextStart() throws Exception {
        Path records = folder.resolve("records");
        Process program = runner(daemon("daemon") + "touch ready; sleep 300");
        holds("it runs", () -> Files.exists(folder.resolve("ready")));
        assertThat(ProcessRecord.endLeftovers(records))
                .as("its owner still runs")
                .isZero();

        program.destroyForcibly().waitFor();
        assertThat(isThere("daemon")).as("nobody was there to end it").isTrue();

        assertThat(ProcessRecord.endLeftovers(records)).isPositive();
        holds("it is gone", () -> !ProcessTable.isRunning(Integer.parseInt(read("daemon"))));
        assertThat(records).isEmptyDirectory();
        assertThat(ProcessRecord.endLeftovers(records)).isZero();
    }

    private String read(String file) {
        try {
            return pid(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aProcessIsNotedOnlyWhileItRuns() throws Exception {
        Path records = folder.resolve("records");
        ProcessLimits limits = new ProcessLimits(Duration.ofSeconds(50), Duration.ofSeconds(50), Duration.ZERO);
        ProcessResult ended = new ChildProcess(
                        List.of("sh", "-c", "while [ -z \"$(ls records)\" ]; do sleep 0.01; done; stat -c %A records"),
                        folder,
                        Map.of("PATH", System.getenv("PATH")),
                        limits,
                        Optional.of(records))
                .run("", OutputListener.NOBODY);

        assertThat(ended.stdout().strip()).isEqualTo("drwx------");
        assertThat(records).isEmptyDirectory();
    }
}
