package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.Limits;
import dev.mulligan.workspace.patch.PatchOutcome;
import dev.mulligan.workspace.patch.Patcher;
import dev.mulligan.workspace.tree.DiskTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large diff is worked out in less time than it takes to start git once. */
class PatchSpeedTest {
    private static final int HUNKS = 200;
    private static final int ROUNDS = 15;
    private static final int WARM = 100;

    @TempDir
    Path scratch;

    @Test
    void twoHundredHunksBeforeGitHasStarted() throws IOException {
        TestRepository files = TestRepository.git(scratch.resolve("ws"));
        StringBuilder text = new StringBuilder();
        StringBuilder diff = new StringBuilder("--- a/big.txt\n+++ b/big.txt\n");
        for (int i = 0; i < HUNKS; i++) {
            for (int j = 0; j < 20; j++) {
                text.append("line ").append(i).append(' ').append(j).append('\n');
            }
            int line = i * 20 + 8;
            diff.append("@@ -" + line + ",7 +" + line + ",7 @@\n");
            for (int j = 7; j < 14; j++) {
                diff.append(j == 10 ? "-line " + i + " 10\n+changed " + i + "\n" : " line " + i + " " + j + "\n");
            }
        }
        files.write("big.txt", text.toString());
        Path patch = scratch.resolve("big.diff");
        Files.writeString(patch, diff);

        Patcher patcher = new Patcher(new DiskTree(files.root), Limits.DEFAULT, List.of());
        long ours = Long.MAX_VALUE;
        long gits = Long.MAX_VALUE;
        for (int i = 0; i < WARM * ROUNDS; i++) {
            long start = System.nanoTime();
            PatchOutcome outcome = patcher.apply(diff.toString());
            ours = Math.min(ours, System.nanoTime() - start);
            assertThat(outcome).isInstanceOf(PatchOutcome.Applied.class);
        }
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            files.git("apply", "--check", patch.toString());
            gits = Math.min(gits, System.nanoTime() - start);
        }
        System.out.printf("200 hunks: in process %.2f ms, git apply --check %.2f ms%n", ours / 1e6, gits / 1e6);
        // Twice, not once: other work on the machine may hit either side.
        assertThat(ours).isLessThan(2 * gits);
    }
}
