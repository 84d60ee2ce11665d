package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a model writes, the parser returns: no exception, no hang, bounded memory. */
class AnswerParserFuzzTest {
    private static final List<String> PIECES = List.of(
            "--- a/f.txt\n",
            "+++ b/f.txt\n",
            "@@ -1,3 +1,3 @@\n",
            "@@",
            "@@ -x,y +x,y @@\n",
            " ",
            "+",
            "-",
            "\n",
            "\n\n",
            "```diff\n",
            "```\n",
            "~~~~\n",
            "<<<<<<< SEARCH\n",
            "=======\n",
            ">>>>>>> REPLACE\n",
            "*** Begin Patch\n",
            "*** Update File: f.txt\n",
            "*** Add File: g.txt\n",
            "*** Delete File: f.txt\n",
            "*** Move to: h\n",
            "*** End of File\n",
            "*** End Patch\n",
            "{\"files\":[{\"path\":\"f.txt\",",
            "\"content\":\"",
            "\\n",
            "\"}]}",
            "diff --git a/f.txt b/f.txt\n",
            "rename from f.txt\n",
            "rename to g.txt\n",
            "new file mode 120000\n",
            "\\ No newline at end of file\n",
            "<think>\n",
            "</think>\n",
            "git apply <<'EOF'\n",
            "EOF\n",
            "f.txt\n",
            "`f.txt`:\n",
            "alpha\n",
            "beta\n",
            "gamma\n",
            " alpha\n",
            "-beta\n",
            "+new\n",
            "\u001B[32m",
            "&lt;",
            "\u2019",
            "\uFEFF",
            "\0",
            "\uD800",
            "...\n",
            "// ... existing code ...\n",
            "Index: f.txt\n",
            "=====\n",
            "[",
            "{",
            "\"",
            "Binary files a/x and b/x differ\n",
            "  12 | alpha\n",
            "\t",
            "\"\\303\\251\"",
            "--- \"a/\\",
            "<answer><![CDATA[\n");

    @Test
    void nothingEscapesFromAnyMixtureOfPieces() {
        long seed = Long.getLong("mulligan.seed", 42);
        MemoryTree tree = new MemoryTree().with("f.txt", "alpha\nbeta\ngamma\n").with("d/f.txt", "alpha\n");
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int i = 0; i < 40_000; i++) {
                Random random = new Random((seed + i) * 0x9E3779B97F4A7C15L);
                StringBuilder answer = new StringBuilder();
                int pieces = random.nextInt(30);
                for (int p = 0; p < pieces; p++) {
                    answer.append(PIECES.get(random.nextInt(PIECES.size())));
                }
                try {
                    PatchOutcome outcome = new Patcher(tree, Limits.DEFAULT, List.of()).apply(answer.toString());
                    assertThat(outcome).isNotNull();
                } catch (RuntimeException escaped) {
                    throw new AssertionError("seed " + (seed + i) + " answer:\n" + answer, escaped);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "\n",
                "@@\n",
                "--- a/f.txt\n+++ b/f.txt\n@@ -1 +1 @@\n",
                "+\n",
                "-alpha\n",
                "```\n",
                "`",
                "<<<<<<< SEARCH\n",
                "=======\n",
                "{\"files\":[",
                "[",
                "{\"a\":",
                "*** Begin Patch\n",
                "*** Update File: f.txt\n@@\n-alpha\n+b\n",
                "&",
                "&amp",
                "\u001B[",
                "<think>",
                "'",
                "\u2019",
                "alpha\nbeta\n",
                "f.txt\n```\nx\n```\n",
                " \t"
            })
    void tenMegabytesOfGarbageEndSoon(String piece) throws Exception {
        String start = piece.startsWith("-") && !piece.startsWith("---") ? "--- a/f.txt\n+++ b/f.txt\n@@\n" : "";
        String answer = start + piece.repeat(10_000_000 / piece.length());
        MemoryTree tree = new MemoryTree().with("f.txt", "alpha\nbeta\ngamma\n".repeat(2_000));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            PatchOutcome outcome = new Patcher(tree, Limits.DEFAULT, List.of()).apply(answer);
            assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
        });
    }
}
