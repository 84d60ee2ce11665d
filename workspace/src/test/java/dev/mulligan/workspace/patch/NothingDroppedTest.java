package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.dialect.DialectSample;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks like an edit is applied or refused, and never becomes the content of a file. */
class NothingDroppedTest {
    private static final String BLOCK =
            "src/greet.py\n<<<<<<< SEARCH\n    return \"Bye \" + name\n=======\n    return \"Goodbye \" + name\n>>>>>>> REPLACE\n\n";

    private final MemoryTree tree = new MemoryTree()
            .with(DialectSample.PATH, DialectSample.BEFORE)
            .with("page.js", "if (a &lt; b) {\n  run(a && b);\n}\n")
            .with(
                    "list.js",
                    "for (let i = 0; i < n; i++) {\n  if (i > 2) {\n    go(i);\n  }\n  one();\n  two();\n  three();\n}\n");

    private PatchOutcome apply(String answer) throws IOException {
        return new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
    }

    private void assertApplied(String answer, String path, String after) throws IOException {
        PatchOutcome outcome = apply(answer);
        assertThat(outcome)
                .as(() -> answer + (outcome instanceof PatchOutcome.Refused refused ? refused.text() : ""))
                .isInstanceOf(PatchOutcome.Applied.class);
        assertThat(tree.after(outcome)).containsEntry(path, after);
    }

    private String assertRefused(String answer) throws IOException {
        PatchOutcome outcome = apply(answer);
        assertThat(outcome).as(answer).isInstanceOf(PatchOutcome.Refused.class);
        return ((PatchOutcome.Refused) outcome).text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<<-- SEARCH\n    return \"Hello \" + name\n=======\n    return \"Hi \" + name\n>>>>>>> REPLACE\n",
                "<old_str>\n    return \"Hello \" + name\n</old_str>\n",
                "```\n@@ -2 +2 @@\n-    return \"Hello \" + name\n+    return \"Hi \" + name\n```\n",
                "-    return \"Hello \" + name\n+    return \"Hi \" + name\n",
                "*** Update File: src/greet.py\n@@\n-    return \"Hello \" + name\n+    return \"Hi \" + name\n",
                "{\"old_string\": \"Hello\", \"new_string\": \"Hi\"}\n",
                "{\"file_path\": \"src/greet.py\", \"old_string\": \"Hello\"}\n",
                "{\"path\": \"src/greet.py\", \"diff\": \"change Hello to Hi\"}\n",
                "&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\nHello\n",
                "**Replace with:**\n```python\n    return \"Hi \" + name\n```\n",
                "<write_to_file>\n<path>src/greet.py</path>\n",
                "<invoke name=\"Edit\">\n<parameter name=\"file_path\">src/greet.py</parameter>\n</invoke>\n"
            })
    void aPartThatIsNotUnderstoodRefusesTheWholeAnswer(String part) throws IOException {
        String firstLine =
                part.lines().filter(line -> !line.startsWith("```")).findFirst().orElseThrow();
        assertRefused(part + "\n" + BLOCK);
        String said = assertRefused(BLOCK + part);
        assertThat(said)
                .containsAnyOf(firstLine.strip(), "names no file", "only one of", "not closed", "change Hello to Hi");
    }

    @Test
    void marksNeverBecomeContent() throws IOException {
        assertThat(assertRefused("src/greet.py\n```\n<<<<<<< LOOKUP\nx\n>>>>>>> REPLACE\n```\n"))
                .contains("REPLACE");
        assertRefused("{\"files\":[{\"path\":\"src/greet.py\",\"content\":\"@@ -1 +1 @@\\n-a\\n+b\\n\"}]}");
        assertRefused("src/greet.py\n```python\nCHANGE\n    return 1\nTO\n    return 2\n```\n");
        assertRefused("src/greet.py\n```bash\npip install greet\n```\n");
        assertRefused("src/new.py\n```diff\nx\n```\n");
    }

    @Test
    void nothingIsEmptiedWithoutBeingAsked() throws IOException {
        assertRefused("{\"files\":[{\"path\":\"src/greet.py\",\"action\":\"modify\",\"content\":\"\"}]}");
        assertRefused("--- /dev/null\n+++ b/src/new.py\n");
        assertRefused("--- /dev/null\n+++ b/src/new.py\ndef x():\n    pass\n");
        assertRefused("--- /dev/null\n+++ b/src/new.py\n@@ -0,0 +1,3 @@\n+a\n+b\nc\n");
        String all = String.join("\n-", DialectSample.BEFORE.split("\n", -1));
        assertRefused("--- a/src/greet.py\n+++ b/src/greet.py\n@@ -1,6 +0,0 @@\n-" + all.substring(0, all.length() - 2)
                + "\n");
        assertThat(apply("*** Begin Patch\n*** Delete File: src/greet.py\n*** End Patch\n"))
                .isInstanceOf(PatchOutcome.Applied.class);
    }

    @Test
    void laterEditsBuildOnEarlierOnes() throws IOException {
        String twice = DialectSample.BEFORE.replace("Bye", "See you,");
        assertApplied(
                "{\"path\": \"src/greet.py\", \"edits\": [{\"oldText\": \"Bye\", \"newText\": \"See you\"}, {\"oldText\": \"See you\", \"newText\": \"See you,\"}]}",
                DialectSample.PATH,
                twice);
        assertApplied(
                BLOCK
                        + BLOCK.replace("    return \"Bye \"", "    return \"Goodbye \"")
                                .replace(
                                        "\n    return \"Goodbye \" + name\n>>",
                                        "\n    return \"Farewell \" + name\n>>"),
                DialectSample.PATH,
                DialectSample.BEFORE.replace("Bye", "Farewell"));
        assertApplied(
                "*** Begin Patch\n*** Add File: src/new.py\n+a\n+b\n*** End Patch\n\nsrc/new.py\n<<<<<<< SEARCH\nb\n=======\nc\n>>>>>>> REPLACE\n",
                "src/new.py",
                "a\nc\n");
        assertRefused(BLOCK + BLOCK.replace("Goodbye", "Farewell"));
    }

    @Test
    void escapesAreDecidedForTheFileAsAWhole() throws IOException {
        assertApplied(
                "--- a/list.js\n+++ b/list.js\n@@ ... @@\n for (let i = 0; i &lt; n; i++) {\n-  if (i &gt; 2) {\n+  if (i &gt; 3 &amp;&amp; i &lt; 9) {\n ...\n   three();\n+  if (n &lt; 1) four();\n }\n",
                "list.js",
                "for (let i = 0; i < n; i++) {\n  if (i > 3 && i < 9) {\n    go(i);\n  }\n  one();\n  two();\n  three();\n  if (n < 1) four();\n}\n");
        assertApplied(
                "--- a/page.js\n+++ b/page.js\n@@ -1,2 +1,2 @@\n-if (a &lt; b) {\n+if (a &lt;= b) {\n   run(a && b);\n",
                "page.js",
                "if (a &lt;= b) {\n  run(a && b);\n}\n");
        assertRefused("--- a/list.js\n+++ b/list.js\n@@ ... @@\n   one();\n+  if (n &lt; 1) four();\n   two();\n");
    }

    @Test
    void refusalsSayWhatIsTrue() throws IOException {
        tree.with("b.txt", "a\nb\n\nc\n");
        assertApplied("--- a/b.txt\n+++ b/b.txt\n@@\n-b\n+B\n", "b.txt", "a\nB\n\nc\n");
        String blank = assertRefused("--- a/b.txt\n+++ b/b.txt\n@@\n-\n+d\n");
        assertThat(blank).doesNotContain("more than one place");
        String cut = assertRefused("src/greet.py\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n");
        assertThat(cut).contains("no ======= line").contains("<<<<<<< SEARCH");
    }

    @Test
    void aShownPartOfAFileIsNoEdit() throws IOException {
        String shown =
                "The place is in `src/greet.py`:\n\nsrc/greet.py\n```python\ndef part(name):\n    return \"Bye \" + name\n```\n\n";
        assertApplied(shown + BLOCK, DialectSample.PATH, DialectSample.AFTER);
        assertApplied(BLOCK + shown.replace("Bye", "Goodbye"), DialectSample.PATH, DialectSample.AFTER);
        assertRefused(BLOCK + shown.replace("Bye", "Farewell"));
    }

    @Test
    void oddNames() throws IOException {
        tree.with("app/[id]/page (new).tsx", "a\nb\n").with("my dir/it's.txt", "a\nb\n");
        assertApplied(
                "`app/[id]/page (new).tsx`\n<<<<<<< SEARCH\nb\n=======\nc\n>>>>>>> REPLACE\n",
                "app/[id]/page (new).tsx",
                "a\nc\n");
        assertApplied(
                "<replace_in_file>\n<path>my dir/it's.txt</path>\n<diff>\n------- SEARCH\nb\n=======\nc\n+++++++ REPLACE\n</diff>\n</replace_in_file>\n",
                "my dir/it's.txt",
                "a\nc\n");
    }
}
