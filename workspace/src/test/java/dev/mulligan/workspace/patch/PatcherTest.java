package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatcherTest {
    private static final String FILE =
            "class A {\n    int one() {\n        return 1;\n    }\n\n    int two() {\n        return 2;\n    }\n}\n";
    private static final String FIXED = FILE.replace("return 2;", "return 22;");
    private static final String HUNK =
            "@@ -6,3 +6,3 @@\n     int two() {\n-        return 2;\n+        return 22;\n     }\n";

    private final MemoryTree tree = new MemoryTree().with("src/A.java", FILE).with("empty.txt", "");

    private PatchOutcome apply(String answer) throws IOException {
        return new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
    }

    private void assertFixed(String answer) throws IOException {
        PatchOutcome outcome = apply(answer);
        assertThat(outcome).as(answer).isInstanceOf(PatchOutcome.Applied.class);
        assertThat(tree.after(outcome)).containsEntry("src/A.java", FIXED);
    }

    private PatchProblem assertRefused(String answer, Kind kind) throws IOException {
        PatchOutcome outcome = apply(answer);
        assertThat(outcome).as(answer).isInstanceOf(PatchOutcome.Refused.class);
        PatchProblem problem = ((PatchOutcome.Refused) outcome).problems().getFirst();
        assertThat(problem.kind()).as(problem.text()).isEqualTo(kind);
        assertThat(problem.suggestion()).isNotBlank();
        return problem;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--- a/src/A.java\n+++ b/src/A.java\n%s",
                "Sure.\n\n```diff\n--- a/src/A.java\n+++ b/src/A.java\n%s```\nDone.\n",
                "diff --git a/src/A.java b/src/A.java\nindex 123..456 100644\n--- a/src/A.java\n+++ b/src/A.java\n%s",
                "diff --git a/src/A.java b/src/A.java\n%s",
                "Index: src/A.java\n=====\n--- src/A.java\t(revision 1)\n+++ src/A.java\t(working copy)\n%s",
                "--- a/src/A.java\t2025-01-01 10:00:00\n+++ b/src/A.java\t2025-01-01 10:00:01\n%s",
                "--- a\\src\\A.java\n+++ b\\src\\A.java\n%s",
                "--- ./src/A.java\n+++ ./src/A.java\n%s",
                "--- a/repo/src/A.java\n+++ b/repo/src/A.java\n%s",
                "--- a/A.java\n+++ b/A.java\n%s",
                "In `src/A.java`:\n\n```diff\n%s```\n",
                "git apply <<'EOF'\n--- a/src/A.java\n+++ b/src/A.java\n%sEOF\n",
                "<answer><![CDATA[\n--- a/src/A.java\n+++ b/src/A.java\n%s]]></answer>\n",
                "<think>\n--- a/src/A.java\n+++ b/src/A.java\n@@\n-class A {\n+x\n</think>\n--- a/src/A.java\n+++ b/src/A.java\n%s",
                "--- a/src/A.java\n+++ b/src/A.java\n%s\nThat is all.\n\n---\n\n- run the tests\n",
                "*** Begin Patch\n*** Update File: src/A.java\n%s*** End Patch\n"
            })
    void diffsInAllWrappings(String wrapping) throws IOException {
        assertFixed(wrapping.replace("%s", HUNK));
        assertFixed(wrapping.replace("%s", HUNK).replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@@ -60,3 +60,3 @@",
                "@@ -6,30 +6,1 @@",
                "@@ -0,0 +0,0 @@",
                "@@",
                "@@ ... @@",
                "@@ -x,y +x,y @@",
                "@@ -6,3 +6,3",
                "@@ -6 +6 @@"
            })
    void hunkHeadersInAllStatesOfRepair(String header) throws IOException {
        assertFixed("--- a/src/A.java\n+++ b/src/A.java\n" + header + HUNK.substring(HUNK.indexOf('\n')));
    }

    @Test
    void searchReplaceBlocks() throws IOException {
        String block = "<<<<<<< SEARCH\n        return 2;\n=======\n        return 22;\n>>>>>>> REPLACE\n";
        assertFixed("src/A.java\n```java\n" + block + "```\n");
        assertFixed("**src/A.java**\n" + block);
        assertFixed("```java\nsrc/A.java\n" + block + "```\n");
        assertRefused("src/A.java\n" + block.replace(">>>>>>> REPLACE\n", ""), Kind.INVALID_PATCH);
        assertRefused("src/A.java\n" + block.replace("return 2;", "return 3;"), Kind.HUNK_FAILED);
        assertRefused("src/A.java\n<<<<<<< SEARCH\n    }\n=======\n    };\n>>>>>>> REPLACE\n", Kind.AMBIGUOUS);
    }

    @Test
    void jsonInItsVariants() throws IOException {
        String content = FIXED.replace("\n", "\\n");
        assertFixed("{\"files\":[{\"path\":\"src/A.java\",\"action\":\"modify\",\"content\":\"" + content + "\"}]}");
        assertFixed("Here:\n```json\n{\"files\":[{\"path\":\"src/A.java\",\"content\":\"" + FIXED + "\",},],}\n```\n");
        assertFixed("{\"patch\": \"--- a/src/A.java\\n+++ b/src/A.java\\n" + HUNK.replace("\n", "\\n") + "\"}");
        assertFixed(
                "{\"edits\":[{\"path\":\"src/A.java\",\"old_string\":\"        return 2;\",\"new_string\":\"        return 22;\"}]}");
        assertRefused("{\"files\":[{\"path\":\"src/A.java\",\"content\":\"class A", Kind.INVALID_PATCH);
        assertRefused(
                "{\"files\":[{\"path\":\"src/B.java\",\"action\":\"modify\",\"content\":\"x\"}]}", Kind.FILE_NOT_FOUND);
    }

    @Test
    void wholeFiles() throws IOException {
        assertFixed("`src/A.java`:\n```java\n" + FIXED + "```\n");
        assertRefused("src/A.java\n```java\n" + FIXED, Kind.INVALID_PATCH);
        assertRefused(
                "src/A.java\n```java\nclass A {\n    // ... rest of the code unchanged ...\n}\n```\n",
                Kind.INVALID_PATCH);
    }

    @Test
    void filesAreMadeMovedAndRemoved() throws IOException {
        String answer = """
                *** Begin Patch
                *** Add File: src/B.java
                +class B {
                +}
                *** Delete File: empty.txt
                *** Update File: src/A.java
                *** Move to: src/C.java
                @@
                -        return 2;
                +        return 22;
                *** End Patch
                """;
        Map<String, String> after = tree.after(apply(answer));
        assertThat(after).containsOnlyKeys("src/B.java", "src/C.java").containsEntry("src/C.java", FIXED);
        assertThat(after).containsEntry("src/B.java", "class B {\n}\n");
        assertRefused("--- /dev/null\n+++ b/src/A.java\n@@ -0,0 +1 @@\n+other\n", Kind.ALREADY_EXISTS);
        assertRefused("--- a/src/A.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-class A {\n", Kind.HUNK_FAILED);
    }

    @Test
    void lineEndsMarkAndIndentationStayTheFiles() throws IOException {
        tree.with("win.txt", "\uFEFFone\r\n\ttwo\r\nthree");
        PatchOutcome outcome =
                apply("--- a/win.txt\n+++ b/win.txt\n@@ -1,3 +1,4 @@\n one\n-    two\n+    zwei\n+    drei\n three\n");
        assertThat(tree.after(outcome).get("win.txt"))
                .isEqualTo(new String(
                        "\uFEFFone\r\n\tzwei\r\n\tdrei\r\nthree".getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1));
    }

    @Test
    void nothingToDoIsSaid() throws IOException {
        assertThat(apply("--- a/src/A.java\n+++ b/src/A.java\n")).isInstanceOf(PatchOutcome.NoOp.class);
        tree.with("src/A.java", FIXED.replace("return 22", "return someOther(22)"));
        String done = """
                --- a/src/A.java
                +++ b/src/A.java
                @@ -6,3 +6,3 @@
                     int two() {
                -        return 2;
                +        return someOther(22);
                     }
                """;
        assertThat(apply(done)).isInstanceOf(PatchOutcome.AlreadyApplied.class);
        assertRefused("I could not find the bug.\n- try again\n", Kind.INVALID_PATCH);
    }

    @Test
    void aRefusalQuotesTheNearestLines() throws IOException {
        PatchProblem problem = assertRefused(
                "--- a/src/A.java\n+++ b/src/A.java\n@@ -6,3 +6,3 @@\n     int two() {\n-        return 99;\n+        return 22;\n     }\n",
                Kind.HUNK_FAILED);
        assertThat(problem.hunk()).hasValue(1);
        assertThat(problem.reason()).contains("return 99;");
        assertThat(problem.nearestLines()).anyMatch(line -> line.contains("7|") && line.contains("return 2;"));
    }

    @Test
    void alternativesAndCutOffAnswersAreRefused() throws IOException {
        String file = "--- a/src/A.java\n+++ b/src/A.java\n";
        assertRefused(
                "```diff\n" + file + HUNK + "```\nor\n```diff\n" + file + HUNK.replace("22", "23") + "```\n",
                Kind.AMBIGUOUS);
        String elsewhere =
                HUNK.replace("-6,3", "-2,3").replace("two()", "one()").replace("return 2", "return 1");
        assertRefused(
                "Option 1:\n```diff\n" + file + HUNK + "```\nOption 2:\n```diff\n" + file + elsewhere + "```\n",
                Kind.AMBIGUOUS);
        assertRefused(file + HUNK.substring(0, HUNK.length() - 10), Kind.INVALID_PATCH);
        assertRefused("*** Begin Patch\n*** Update File: src/A.java\n" + HUNK, Kind.INVALID_PATCH);
        assertFixed("```diff\n" + file + HUNK + "```\nAgain:\n```diff\n" + file + HUNK + "```\n");
    }

    @Test
    void placementsSayHowFarAHunkWasBent() throws IOException {
        String file = "--- a/src/A.java\n+++ b/src/A.java\n";
        assertThat(rung(file + HUNK)).isEqualTo(MatchLevel.EXACT);
        assertThat(rung(file + HUNK.replace("-6,3", "-3,3"))).isEqualTo(MatchLevel.RELOCATED);
        assertThat(rung(file
                        + HUNK.replace("     int", " int")
                                .replace("         return", "     return")
                                .replace("-        return", "-    return")
                                .replace("+        return", "+    return")
                                .replace("\n     }", "\n }")))
                .isEqualTo(MatchLevel.WHITESPACE);
        assertThat(
                        rung(
                                file
                                        + "@@ -1,9 +1,9 @@\n class A {\n     int one() {\n         return 1;\n ...\n     int two() {\n-        return 2;\n+        return 22;\n     }\n"))
                .isEqualTo(MatchLevel.DRIFTED);
    }

    private MatchLevel rung(String answer) throws IOException {
        assertFixed(answer);
        return ((PatchOutcome.Applied) apply(answer)).placements().getFirst().rung();
    }
}
