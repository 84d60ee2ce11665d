package dev.mulligan.workspace.patch;

import static dev.mulligan.workspace.patch.PeerCase.exact;
import static dev.mulligan.workspace.patch.PeerCase.refused;

import java.util.List;

/** After Aider's tests of its edit blocks, diffs and whole files. */
final class AiderCases {
    private static final String ABC = "alpha\nbravo\ncharlie\n";
    private static final String DONE = "alpha\nB\ncharlie\n";
    private static final String BLOCK = block("bravo\n", "B\n");

    private AiderCases() {}

    private static String block(String old, String fresh) {
        return "<<<<<<< SEARCH\n" + old + "=======\n" + fresh + ">>>>>>> REPLACE\n";
    }

    static List<PeerCase> all() {
        return List.of(
                exact("the name in the fence", ABC, "Sure:\n\n```text\nf.txt\n" + BLOCK + "```\n\nDone!\n", DONE),
                exact("the name above the fence", ABC, "Sure:\n\nf.txt\n```text\n" + BLOCK + "```\n", DONE),
                exact(
                        "the name in a fence of its own",
                        ABC,
                        " ```python\nf.txt\n```\n```python\n" + BLOCK + "```\n",
                        DONE),
                exact("the name as a heading", ABC, "### f.txt\n" + BLOCK, DONE),
                exact("only the last part of the path", "x\n", "g.txt\n" + block("two\n", "2\n"), "x\n")
                        .with("deep/g.txt", "two\n")
                        .leaves("deep/g.txt", "2\n"),
                exact("no newline at the end of the answer", ABC, "f.txt\n" + BLOCK.stripTrailing(), DONE),
                exact(
                        "the second block names no file",
                        ABC,
                        "```\nf.txt\n" + BLOCK + "\n" + block("charlie\n", "C\n") + "```\n",
                        "alpha\nB\nC\n"),
                exact(
                        "dots between the blocks",
                        ABC,
                        "f.txt\n" + BLOCK + "\n...\n\n" + block("alpha\n", "A\n"),
                        "A\nB\ncharlie\n"),
                refused("not closed", ABC, "```text\nf.txt\n<<<<<<< SEARCH\nbravo\n=======\nB\n\n\noops!\n", "cut off"),
                refused("no name anywhere", ABC, "Here:\n\n```text\n" + BLOCK + "```\n", "names no file"),
                exact(
                        "indentation left out",
                        "    one\n    two\n        three\n    four\n",
                        "f.txt\n" + block("two\n    three\n", "2\n    3\n"),
                        "    one\n    2\n        3\n    four\n"),
                exact(
                        "indentation left out of all lines",
                        "    one\n    two\n    three\n",
                        "f.txt\n" + block("one\ntwo\n", "1\n2\n"),
                        "    1\n    2\n    three\n"),
                refused(
                        "a blank line too many, and other indentation",
                        "    one\n    two\n    three\n",
                        "f.txt\n" + block("\n  one\n  two\n", "  1\n  2\n"),
                        "indentation is unclear"),
                exact(
                        "a blank line too many",
                        "one\ntwo\nthree\n",
                        "f.txt\n" + block("\none\ntwo\n", "1\n2\n"),
                        "1\n2\nthree\n"),
                refused(
                        "a line that stands twice",
                        "one\ntwo\none\nthree\n",
                        "f.txt\n" + block("one\n", "1\n"),
                        "fits in several places"),
                exact("a new file beside others", ABC, "g.txt\n" + block("", "new\n"), ABC)
                        .leaves("g.txt", "new\n"),
                exact(
                                "a new shell script",
                                ABC,
                                "```sh\nrun.sh\n" + block("", "#!/bin/sh\necho \"$1\"\n") + "```\n",
                                ABC)
                        .leaves("run.sh", "#!/bin/sh\necho \"$1\"\n"),
                exact(
                                "a new file, then a change of another",
                                ABC,
                                "a/g.txt\n```\n" + block("", "new\n") + "```\n\nand\n\nf.txt\n```\n" + BLOCK + "```\n",
                                DONE)
                        .leaves("a/g.txt", "new\n"),
                exact(
                        "a diff without numbers",
                        ABC,
                        "Text\n\n```diff\n--- f.txt\n+++ f.txt\n@@ ... @@\n-bravo\n+B\n```\n",
                        DONE),
                refused(
                        "a diff from nothing that removes lines",
                        ABC,
                        "```diff\n--- /dev/null\n+++ f.txt\n@@ ... @@\n-bravo\n+B\n```\n",
                        "not a form of edit"),
                exact(
                                "a folder with blanks",
                                ABC,
                                "```diff\n--- my own dir/g.txt\n+++ my own dir/g.txt\n@@ ... @@\n-x\n+y\n```\n",
                                ABC)
                        .with("my own dir/g.txt", "x\n")
                        .leaves("my own dir/g.txt", "y\n"),
                exact(
                                "two files in one diff fence",
                                ABC,
                                "```diff\n--- f.txt\n+++ f.txt\n@@ ... @@\n alpha\n+new\n bravo\n\n--- g.txt\n+++ g.txt\n@@ ... @@\n-x\n+y\n```\n",
                                "alpha\nnew\nbravo\ncharlie\n")
                        .with("g.txt", "x\n")
                        .leaves("g.txt", "y\n"),
                exact("a whole file", "before\n", "f.txt\n```\nafter\n```\n", "after\n"),
                exact(
                                "whole files under headings",
                                "before\n",
                                "### f.txt\n```\nafter\n```\n\n### g.txt\n```\nafter too\n```\n",
                                "after\n")
                        .with("g.txt", "before\n")
                        .leaves("g.txt", "after too\n"),
                refused(
                        "code that belongs to no file",
                        ABC,
                        "Use this:\n\n```python\nprint(1)\n```\n",
                        "nothing to apply"),
                refused(
                        "a whole file with a name in a sentence only",
                        "before\n",
                        "Here is a new `f.txt` for you:\n\n```\nafter\n```\n",
                        "nothing to apply"),
                refused(
                        "a whole file with a placeholder folder",
                        "before\n",
                        "path/to/new.txt\n```\nafter\n```\n",
                        "a made-up path"));
    }
}
