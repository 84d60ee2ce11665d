package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random files, random changes, random damage: the exact result or a refusal, nothing else. */
class DamagedDiffTest {
    private static final long CASES = Long.getLong("mulligan.damaged-diffs", 8_000);

    @Test
    void exactOrRefusedNeverWrong() throws IOException {
        long seed = Long.getLong("mulligan.seed", 20_260_101);
        int exact = 0;
        int refused = 0;
        Map<String, Integer> wrong = new TreeMap<>();
        List<String> examples = new ArrayList<>();
        for (long i = 0; i < CASES; i++) {
            DamagedDiff diff = new DamagedDiff(new Random((seed + i) * 0x9E3779B97F4A7C15L));
            String end = i % 5 == 0 ? "\r\n" : "\n";
            MemoryTree tree = new MemoryTree().with("src/file.js", text(diff.base, end));
            String answer = diff.answer();
            PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
            if (!outcome.succeeded()) {
                refused++;
            } else if (!diff.mustRefuse
                    && latin1(text(diff.result, end)).equals(tree.after(outcome).get("src/file.js"))) {
                exact++;
            } else {
                wrong.merge(diff.damages.toString(), 1, Integer::sum);
                if (examples.size() < 8) {
                    examples.add("seed " + (seed + i) + " " + diff.damages + "\n" + answer + "\n--- file\n"
                            + text(diff.base, "\n") + "\n--- got\n"
                            + tree.after(outcome).get("src/file.js"));
                }
            }
        }
        System.out.println("damaged diffs: " + exact + " exact, " + refused + " refused, " + wrong + " wrong");
        assertThat(wrong).as(String.join("\n\n", examples)).isEmpty();
        assertThat(exact).as("most damage is mended").isGreaterThan((int) (CASES / 2));
    }

    private static String text(List<String> lines, String end) {
        return lines.isEmpty() ? "" : String.join(end, lines) + end;
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
