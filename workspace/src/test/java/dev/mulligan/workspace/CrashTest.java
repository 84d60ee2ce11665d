package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.state.StateFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, really killed, at a random instant of a write. {@code -Dmulligan.crashes=200} for the long run. */
class CrashTest {
    private static final int KILLS = Integer.getInteger("mulligan.crashes", 16);
    private static final int FILES = 60;

    @TempDir
    Path scratch;

    @Test
    void theTreeIsOldOrNewWheneverApplyIsKilled() throws Exception {
        theTreeIsOldOrNewWheneverApplyIsKilled(scratch.resolve("ws"), KILLS / 2);
    }

    /** Nothing can be moved from the state folder into this tree in one go. */
    @Test
    void theTreeIsOldOrNewWhenTheStateFolderIsOnAnotherDisk() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory));
        Path other = Files.createTempDirectory(memory, "mulligan-crash");
        try {
            Path root = Files.createDirectory(other.resolve("ws"));
            Path state = StateFolder.make(root);
            assumeFalse(Files.getFileStore(state).equals(Files.getFileStore(root)));
            theTreeIsOldOrNewWheneverApplyIsKilled(root, KILLS / 4);
            assertThat(root.resolve(".git/mulligan")).doesNotExist();
        } finally {
            try (Stream<Path> all = Files.walk(other)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void theTreeIsOldOrNewWheneverApplyIsKilled(Path root, int kills) throws Exception {
        TestRepository files = TestRepository.git(root);
        StringBuilder forth = new StringBuilder();
        StringBuilder back = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            files.write("dir" + i % 7 + "/f" + i + ".txt", "head\nold " + i + "\ntail\n");
            forth.append(change("dir" + i % 7 + "/f" + i + ".txt", "old " + i, "new " + i));
            back.append(change("dir" + i % 7 + "/f" + i + ".txt", "new " + i, "old " + i));
        }
        forth.append("--- /dev/null\n+++ b/made/here.txt\n@@ -0,0 +1 @@\n+made\n");
        back.append("--- a/made/here.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-made\n");
        files.commit("base");
        Checkpoint start = Workspace.open(files.root).checkpoints().create("start");
        Map<String, String> old = files.files(false);
        apply(files, forth);
        Map<String, String> fresh = files.files(false);
        apply(files, back);
        assertThat(files.files(false)).isEqualTo(old);

        Path answer = scratch.resolve("answer.txt");
        int interrupted = 0;
        long seed = Long.getLong("mulligan.seed", 7);
        for (int i = 0; i < kills; i++) {
            boolean isOld = files.files(false).equals(old);
            Files.writeString(answer, isOld ? forth : back, StandardCharsets.UTF_8);
            killWhileRunning(new Random((seed + i) * 0x9E3779B97F4A7C15L), files, "apply", answer.toString());
            interrupted += isHalfDone(files) ? 1 : 0;
            Workspace.open(files.root);
            assertThat(files.files(false)).as("kill %d, seed %d", i, seed).isIn(old, fresh);
        }
        System.out.println("crash test: " + kills + " kills during apply, " + interrupted
                + " of them between commit and" + " end, all trees old or new");
        Workspace.open(files.root).checkpoints().restore(start.id());
        assertThat(files.files(false)).isEqualTo(old);
    }

    @Test
    void theTreeIsOldOrNewWheneverRestoreIsKilled() throws Exception {
        TestRepository files = TestRepository.git(scratch.resolve("ws"));
        for (int i = 0; i < FILES; i++) {
            files.write("dir" + i % 7 + "/f" + i + ".txt", "one " + i + "\n");
        }
        files.commit("base");
        Checkpoint one = Workspace.open(files.root).checkpoints().create("one");
        Map<String, String> first = files.files(false);
        for (int i = 0; i < FILES; i++) {
            files.write("dir" + i % 7 + "/f" + i + ".txt", "two " + i + "\n");
        }
        files.write("extra/untracked.txt", "extra\n");
        Checkpoint two = Workspace.open(files.root).checkpoints().create("two");
        Map<String, String> second = files.files(false);

        int interrupted = 0;
        long seed = Long.getLong("mulligan.seed", 7);
        for (int i = 0; i < KILLS / 2; i++) {
            boolean isFirst = files.files(false).equals(first);
            killWhileRunning(
                    new Random((seed + i) * 0x9E3779B97F4A7C15L), files, "restore", (isFirst ? two : one).id());
            interrupted += isHalfDone(files) ? 1 : 0;
            Workspace.open(files.root);
            assertThat(files.files(false)).as("kill %d, seed %d", i, seed).isIn(first, second);
        }
        Workspace.open(files.root).checkpoints().restore(one.id());
        assertThat(files.files(false)).isEqualTo(first);
        System.out.println("crash test: " + KILLS / 2 + " kills during restore, " + interrupted
                + " of them between commit" + " and end, all trees old or new");
    }

    private static boolean isHalfDone(TestRepository files) throws IOException {
        return Files.exists(StateFolder.of(files.root).resolve("journal/transaction/manifest"));
    }

    private static void apply(TestRepository files, CharSequence answer) throws IOException {
        assertThat(Workspace.open(files.root)
                        .apply(answer.toString(), ApplyOptions.DEFAULT)
                        .succeeded())
                .isTrue();
    }

    private static String change(String path, String from, String to) {
        return "--- a/" + path + "\n+++ b/" + path + "\n@@ -1,3 +1,3 @@\n head\n-" + from + "\n+" + to + "\n tail\n";
    }

    /**
     * Kills the process at a random instant after it said that it starts; every other time, after its journal was seen
     * to be committed. It spins only to vary the instant.
     */
    private static void killWhileRunning(Random random, TestRepository files, String what, String with)
            throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashMain.class.getName(),
                        what,
                        files.root.toString(),
                        with)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("go");
            boolean afterCommit = random.nextBoolean();
            while (afterCommit && process.isAlive() && !isHalfDone(files)) {
                Thread.onSpinWait();
            }
            long end = System.nanoTime() + random.nextInt(afterCommit ? 20_000 : 300_000) * 1_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            process.destroyForcibly();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
