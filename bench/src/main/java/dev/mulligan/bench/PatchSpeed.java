package dev.mulligan.bench;

import dev.mulligan.workspace.patch.Patcher;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.tree.DiskTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A diff of 200 hunks worked out in process, beside one start of {@code git apply --check} on the same diff. */
public final class PatchSpeed {

    private static final int HUNKS = 200;
    private static final int ROUNDS = 30;
    private static final int WARM_UP = 1500;

    private PatchSpeed() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path workspace = Files.createTempDirectory("patch-speed");
        run(workspace, "git", "init", "-q");
        String diff = prepare(workspace);
        Path patch = Files.writeString(workspace.resolve("big.diff"), diff);
        Patcher patcher = new Patcher(new DiskTree(workspace), PatchLimits.DEFAULT, List.of());
        for (int i = 0; i < WARM_UP; i++) {
            apply(patcher, diff);
        }
        long[] ours = new long[ROUNDS];
        long[] gits = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            apply(patcher, diff);
            ours[i] = System.nanoTime() - start;
            start = System.nanoTime();
            run(workspace, "git", "apply", "--check", patch.toString());
            gits[i] = System.nanoTime() - start;
        }
        System.out.printf(
                "200 hunks: %.2f ms in process, %.2f ms for one git apply --check (medians of %d)%n",
                median(ours), median(gits), ROUNDS);
    }

    private static String prepare(Path workspace) throws IOException {
        StringBuilder text = new StringBuilder();
        StringBuilder diff = new StringBuilder("--- a/big.txt\n+++ b/big.txt\n");
        for (int i = 0; i < HUNKS; i++) {
            for (int j = 0; j < 20; j++) {
                text.append("line ").append(i).append(' ').append(j).append('\n');
            }
            int line = i * 20 + 8;
            diff.append("@@ -").append(line).append(",7 +").append(line).append(",7 @@\n");
            for (int j = 7; j < 14; j++) {
                diff.append(j == 10 ? "-line " + i + " 10\n+changed " + i + "\n" : " line " + i + " " + j + "\n");
            }
        }
        Files.writeString(workspace.resolve("big.txt"), text);
        return diff.toString();
    }

    private static void apply(Patcher patcher, String diff) throws IOException {
        if (!(patcher.apply(diff) instanceof PatchOutcome.Applied)) {
            throw new IllegalStateException("the diff did not apply");
        }
    }

    private static void run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1e6;
    }
}
