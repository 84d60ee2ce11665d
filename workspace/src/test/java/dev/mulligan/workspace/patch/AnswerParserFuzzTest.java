package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a model writes, the parser returns: no exception, no hang, bounded memory. */
class AnswerParserFuzzTest {
    /** Characters of garbage a kind; {@code -Dmulligan.garbage=10000000} for the long run. */
    private static final int GARBAGE = Integer.getInteger("mulligan.garbage", 2_000_000);

    /** Not a measure of speed: only what never ends takes this long. */
    private static final Duration HANG = Duration.ofMinutes(5);

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
            "<answer><![CDATA[\n",
            "------- SEARCH\n",
            "+++++++ REPLACE\n",
            "[SEARCH]\n",
            "[REPLACE]\n",
            "[/REPLACE]\n",
            "FIND:\n",
            "REPLACE:\n",
            ":start_line:2\n",
            "-------\n",
            "<path>f.txt</path>\n",
            "<old_str>",
            "</old_str>",
            "<new_str>",
            "</new_str>",
            "<write_to_file>\n",
            "</write_to_file>\n",
            "<content>\n",
            "</content>\n",
            "\"old_string\":\"beta\",\"new_string\":\"b\"",
            "{\"path\":\"f.txt\",",
            "cd d && apply_patch\n");

    @Test
    void nothingEscapesFromAnyMixtureOfPieces() {
        long seed = Long.getLong("mulligan.seed", 42);
        MemoryTree tree = new MemoryTree().with("f.txt", "alpha\nbeta\ngamma\n").with("d/f.txt", "alpha\n");
        Assertions.assertTimeoutPreemptively(HANG, () -> {
            for (int i = 0; i < 40_000; i++) {
                Random random = new Random((seed + i) * 0x9E3779B97F4A7C15L);
                StringBuilder answer = new StringBuilder();
                int pieces = random.nextInt(30);
                for (int p = 0; p < pieces; p++) {
                    answer.append(PIECES.get(random.nextInt(PIECES.size())));
                }
                try {
                    PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer.toString());
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
                "<old_str>a</old_str>\n<new_str>b</new_str>\n",
                "<path>",
                "------- SEARCH\n",
                "[SEARCH]\n",
                "FIND:\n```\n",
                ":start_line:3\n",
                "{\"path\":\"f.txt\",\"old_string\":\"alpha\",\"new_string\":\"b\"}\n",
                " \t"
            })
    void megabytesOfGarbageEnd(String piece) throws Exception {
        String start = piece.startsWith("-") && !piece.startsWith("---") ? "--- a/f.txt\n+++ b/f.txt\n@@\n" : "";
        String answer = start + piece.repeat(GARBAGE / piece.length());
        MemoryTree tree = new MemoryTree().with("f.txt", "alpha\nbeta\ngamma\n".repeat(2_000));
        Assertions.assertTimeoutPreemptively(HANG, () -> {
            PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
            assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
        });
    }
}
