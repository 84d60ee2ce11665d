package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.mulligan.explain.output.ToolRun;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Output nobody wrote for us: cut, shuffled, binary, huge. Never an exception, never slow, always bounded. */
class HostileOutputTest {
    private final Explainer explainer = Explainer.standard();

    @Test
    void cutAndShuffledRunsNeverBreakIt() throws Exception {
        List<RecordedRun> runs = FailureCorpusTest.runs("/failures/runs.jsonl");
        long seed = Long.getLong("mulligan.seed", 20260101L);
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            String a = runs.get(random.nextInt(runs.size())).run().stdout();
            String b = runs.get(random.nextInt(runs.size())).run().stderr();
            String mixed = mutate(a + b, random);
            String other = mutate(b + a, random);
            Explanation e = explain(mixed, other, "seed " + seed + ", round " + i);
            assertThat(e.actionable(1_000).length())
                    .as("seed %d, round %d", seed, i)
                    .isLessThanOrEqualTo(1_000);
        }
    }

    @Test
    void binaryGarbageIsExplainedInBoundedTime() {
        long seed = 42;
        Random random = new Random(seed);
        char[] noise = new char[3_000_000];
        for (int i = 0; i < noise.length; i++) noise[i] = (char) random.nextInt(random.nextBoolean() ? 0x10000 : 256);
        String text = new String(noise);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> explain(text, text, "seed " + seed));
    }

    @Test
    void hundredMegabytesAreReadAtBothEnds() {
        String head = "src/cart.ts(16,10): error TS18048: 'hit' is possibly 'undefined'.\n";
        String tail = "\nsrc/last.ts(3,1): error TS2304: Cannot find name 'x'.\n";
        String filler = "a line of progress that says nothing at all 1234567890\n".repeat(100_000_000 / 55);
        Explanation e =
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> explain(head + filler + tail, "", "100 MB"));
        assertThat(e.errors()).extracting(x -> x.file().orElse("")).containsExactly("src/cart.ts", "src/last.ts");
    }

    @Test
    void oneEndlessLineOfNearMatchesIsLinear() {
        String line = "at a.b.c.(((((((((".repeat(500_000);
        String underscores =
                "_ ".repeat(1_000_000) + "\n" + "=".repeat(1_000_000) + " FAILURES " + "=".repeat(1_000_000);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> explain(line, underscores, "long lines"));
    }

    @Test
    void manyShortLinesThatLookLikeHeadsAreLinear() {
        String heads = "  ● a › b\n  1) x\n--- FAIL: T\npanic: x\nnot ok 1\n FAIL  a.ts > b\n".repeat(40_000);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> explain(heads, heads, "heads"));
    }

    private Explanation explain(String out, String err, String note) {
        Explanation e = explainer.explain(new ToolRun("make", OptionalInt.of(1), out, err));
        assertThat(e.signature()).as(note).isNotBlank().hasSizeLessThan(60);
        assertThat(e.errors()).as(note).hasSizeLessThanOrEqualTo(200);
        return e;
    }

    private static String mutate(String text, Random random) {
        String[] lines = text.split("\n", -1);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            int dice = random.nextInt(20);
            String line = dice == 1 ? lines[random.nextInt(lines.length)] : lines[i];
            if (dice == 2 && !line.isEmpty()) line = line.substring(random.nextInt(line.length()));
            if (dice == 3 && !line.isEmpty()) line = line.substring(0, random.nextInt(line.length()));
            if (dice == 4) line = line + (char) random.nextInt(0x10000);
            if (dice != 0) b.append(line).append(dice == 5 ? "\r" : "\n");
        }
        return b.toString();
    }
}
