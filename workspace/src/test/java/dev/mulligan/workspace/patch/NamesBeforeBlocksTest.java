package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The line before a fence or a block: a file of the workspace, a new one, prose, or a reason to refuse. */
class NamesBeforeBlocksTest {
    private static final String LICENSE = "LICENSE\n```\na\nb2\nc\n```\n\n";
    private static final String SEARCH = "\n<<<<<<< SEARCH\nb\n=======\nQ\n>>>>>>> REPLACE\n";
    private static final String WHOLE = "\n```\na\nQ\nc\n```\n";

    private final MemoryTree tree = new MemoryTree()
            .with("LICENSE", "a\nb\nc\n")
            .with("src/other.txt", "a\nb\nc\n")
            .with("sp dir/plain.txt", "a\nb\nc\n")
            .with("it's, a (file) & more.txt", "a\nb\nc\n")
            .with("configure", "a\nb\nc\n")
            .with("-dash.txt", "a\nb\nc\n")
            .with("mixed.txt", "one\r\ntwo\nthree\r\nfour\r\n");

    private PatchOutcome apply(String answer) throws IOException {
        return new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
    }

    private void assertChanged(String answer, String path, String after) throws IOException {
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
                "sp dir/plain.txt",
                "**sp dir/plain.txt**",
                "### sp dir/plain.txt",
                "- sp dir/plain.txt:",
                "./sp dir/plain.txt",
                "it's, a (file) & more.txt",
                "configure",
                "-dash.txt",
                "**-dash.txt**"
            })
    void aLineThatIsTheNameOfAFileNamesIt(String line) throws IOException {
        String path = line.replaceAll("^[*#./]+ ?|^- |[*:]+$", "");
        for (String edit : List.of(WHOLE, SEARCH, "\n```\n" + SEARCH.strip() + "\n```\n")) {
            assertChanged(line + edit, path, "a\nQ\nc\n");
            assertChanged(LICENSE + line + edit, path, "a\nQ\nc\n");
            assertChanged(LICENSE + line + edit, "LICENSE", "a\nb2\nc\n");
        }
    }

    @Test
    void aNewFileInAFolderWithABlank() throws IOException {
        assertChanged(LICENSE + "sp dir/new.txt" + WHOLE, "sp dir/new.txt", "a\nQ\nc\n");
        assertChanged(LICENSE + "-new.txt" + WHOLE, "-new.txt", "a\nQ\nc\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no dir/plain.txt",
                "my notes.txt",
                "Create src/new.txt:",
                "Create `src/new.txt`:",
                "New file: notes, old.txt"
            })
    void aNameThatCannotBeResolvedRefusesTheAnswer(String line) throws IOException {
        assertThat(assertRefused(LICENSE + line + WHOLE)).contains(line);
        assertThat(assertRefused(line + WHOLE + "\n" + LICENSE)).contains(line);
        // Without a name of its own the block would go into the file before it.
        assertThat(assertRefused(
                        "src/other.txt" + SEARCH.replace("Q", "R").replace("b\n=", "a\n=") + "\n" + line + SEARCH))
                .containsAnyOf(line, "FILE_NOT_FOUND src/new.txt");
    }

    @Test
    void aBlockUnderASentenceAboutAFileIsForThatFile() throws IOException {
        assertChanged(
                "LICENSE" + SEARCH + "\nNow change src/other.txt:" + SEARCH.replace("Q", "R"),
                "src/other.txt",
                "a\nR\nc\n");
        PatchOutcome named = apply("LICENSE\nThe same as in src/other.txt:" + SEARCH);
        assertThat(tree.after(named)).containsEntry("LICENSE", "a\nQ\nc\n").containsEntry("src/other.txt", "a\nb\nc\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Run it with ./build.sh",
                "Then run the tests in tests/all.py:",
                "The report goes to build/report.json:",
                "With Node.js",
                "Before, src/other.txt had:",
                "This is how it is called:",
                "Either/or, version 2.0:",
                "Output:"
            })
    void proseBeforeAFenceIsProse(String line) throws IOException {
        String fence = "\n```" + (line.startsWith("Run") ? "python" : "") + "\nwhatever it prints\n```\n";
        assertChanged(LICENSE + line + fence, "LICENSE", "a\nb2\nc\n");
        assertChanged(line + fence + "\n" + LICENSE, "LICENSE", "a\nb2\nc\n");
    }

    @Test
    void aFileThatTheAnswerMakesMayBeTalkedAbout() throws IOException {
        assertChanged(
                "Create src/new.txt:\n```diff\n--- /dev/null\n+++ b/src/new.txt\n@@ -0,0 +1 @@\n+x\n```\n",
                "src/new.txt",
                "x\n");
    }

    @Test
    void mixedLineEndsStay() throws IOException {
        String after = "one\r\nTWO\nthree\r\nfour\r\n";
        assertChanged("mixed.txt\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n", "mixed.txt", after);
        assertChanged(
                "--- a/mixed.txt\n+++ b/mixed.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n", "mixed.txt", after);
        assertChanged(
                "{\"file_path\": \"mixed.txt\", \"old_string\": \"two\", \"new_string\": \"TWO\"}", "mixed.txt", after);
        assertChanged("mixed.txt\n```\none\nTWO\nthree\nfour\n```\n", "mixed.txt", after);
        assertChanged(
                "mixed.txt\n```\none\nTWO\nthree\nnew\nfour\n```\n",
                "mixed.txt",
                "one\r\nTWO\nthree\r\nnew\r\nfour\r\n");
    }

    @Test
    void aPathThatTurnsBackInsideTheWorkspaceIsThatPath() throws IOException {
        tree.withLink("link");
        assertChanged("sp dir/../src/other.txt" + SEARCH, "src/other.txt", "a\nQ\nc\n");
        assertChanged(
                "--- a/src/x/../other.txt\n+++ b/src/x/../other.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+Q\n c\n",
                "src/other.txt",
                "a\nQ\nc\n");
        assertThat(assertRefused("src/../../other.txt" + SEARCH)).contains("leaves the workspace");
        assertThat(assertRefused("link/../src/other.txt" + SEARCH)).contains("symbolic link");
    }
}
