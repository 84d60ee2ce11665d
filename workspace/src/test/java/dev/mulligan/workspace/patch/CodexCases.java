package dev.mulligan.workspace.patch;

import static dev.mulligan.workspace.patch.PeerCase.exact;
import static dev.mulligan.workspace.patch.PeerCase.refused;

import java.util.List;

/** After the tests of Codex's apply-patch. */
final class CodexCases {
    private static final String ABC = "alpha\nbravo\ncharlie\n";

    private CodexCases() {}

    private static String patch(String body) {
        return "*** Begin Patch\n" + body + "*** End Patch\n";
    }

    private static String update(String hunks) {
        return patch("*** Update File: f.txt\n" + hunks);
    }

    static List<PeerCase> all() {
        return List.of(
                exact("a new file", ABC, patch("*** Add File: new/g.md\n+hello\n"), ABC)
                        .leaves("new/g.md", "hello\n"),
                exact(
                                "add, delete and update together",
                                ABC,
                                patch(
                                        "*** Add File: g\n+g\n*** Delete File: old.txt\n*** Update File: f.txt\n@@\n-bravo\n+B\n"),
                                "alpha\nB\ncharlie\n")
                        .with("old.txt", "x\n")
                        .leaves("old.txt", "")
                        .leaves("g", "g\n"),
                exact("two hunks", ABC, update("@@\n-alpha\n+A\n@@\n-charlie\n+C\n"), "A\nbravo\nC\n"),
                exact(
                                "a move with a change",
                                ABC,
                                patch("*** Update File: f.txt\n*** Move to: dir/h.txt\n@@\n-bravo\n+B\n"),
                                ABC)
                        .leaves("f.txt", "")
                        .leaves("dir/h.txt", "alpha\nB\ncharlie\n"),
                refused("an empty patch", ABC, patch(""), "nothing to apply"),
                refused(
                        "a line that is not there",
                        ABC,
                        update("@@\n-delta\n+D\n"),
                        "quoted lines are not in the file"),
                refused("deleting a file that is not there", ABC, patch("*** Delete File: none.txt\n"), "no such file"),
                exact("a file without hunks", ABC, update(""), ABC),
                refused(
                        "updating a file that is not there",
                        ABC,
                        patch("*** Update File: none.txt\n@@\n-a\n+b\n"),
                        "no such file"),
                refused(
                                "a move onto a file",
                                ABC,
                                patch("*** Update File: f.txt\n*** Move to: g.txt\n@@\n-bravo\n+B\n"),
                                "another file is there already")
                        .with("g.txt", "mine\n"),
                refused(
                        "a new file over an old one",
                        ABC,
                        patch("*** Add File: f.txt\n+other\n"),
                        "another file is there already"),
                refused("deleting a folder", ABC, patch("*** Delete File: dir\n"), "the path is a folder")
                        .with("dir/x", "x\n"),
                refused("an unknown section", ABC, patch("*** Rename File: f.txt\n"), "not a form of edit"),
                exact(
                        "a file without a newline at its end keeps that",
                        "one line",
                        update("@@\n-one line\n+first\n+second\n"),
                        "first\nsecond"),
                refused(
                        "a good part and a bad one",
                        ABC,
                        patch("*** Add File: g\n+g\n*** Update File: none.txt\n@@\n-a\n+b\n"),
                        "no such file"),
                refused("only additions, no place", ABC, update("@@\n+delta\n"), "nothing says where"),
                exact("only additions at the end", ABC, update("@@\n+delta\n*** End of File\n"), ABC + "delta\n"),
                exact(
                        "marks with blanks around them",
                        ABC,
                        " *** Begin Patch \n  *** Update File: f.txt\n@@\n-bravo\n+B\n*** End Patch \n",
                        "alpha\nB\ncharlie\n"),
                exact("letters beyond ASCII", "a\nné à\nb\n", update("@@\n a\n-né à\n+né à ✓\n"), "a\nné à ✓\nb\n"),
                exact("a deletion only", ABC, update("@@\n alpha\n-bravo\n charlie\n"), "alpha\ncharlie\n"),
                exact(
                        "the end of the file as anchor",
                        "x\ny\nx\n",
                        update("@@\n-x\n+z\n*** End of File\n"),
                        "x\ny\nz\n"),
                exact("CRLF", "a\r\nb\r\nc\r\n", update("@@\n-a\n+A\n b\n+bb\n c\n"), "A\r\nb\r\nbb\r\nc\r\n"),
                refused(
                        "a carriage return inside a line",
                        "one\r\ntwo\rthree\nfour\r\n",
                        update("@@\n one\n two\n-three\n+3\n"),
                        "quoted lines are not in the file"),
                exact(
                        "mixed line ends: new lines take the usual one",
                        "a\r\nb\r\nc\nd\r\n",
                        update("@@\n-b\n+B\n"),
                        "a\r\nB\r\nc\nd\r\n"),
                exact(
                        "changes in turn",
                        "a\nb\nc\nd\ne\nf\n",
                        update("@@\n a\n-b\n+B\n@@\n c\n d\n-e\n+E\n@@\n f\n+g\n*** End of File\n"),
                        "a\nB\nc\nd\nE\nf\ng\n"),
                exact(
                        "an addition, then a removal",
                        "a\nb\nc\n",
                        update("@@\n+d\n*** End of File\n@@\n a\n-b\n c\n"),
                        "a\nc\nd\n"),
                exact("a dash of another kind in the file", "x \u2013 y\n", update("@@\n-x - y\n+x - z\n"), "x - z\n"),
                exact(
                        "a here-document",
                        ABC,
                        "apply_patch <<'EOF'\n" + update("@@\n-bravo\n+B\n") + "EOF\n",
                        "alpha\nB\ncharlie\n"),
                exact("from a folder", ABC, "cd dir && apply_patch <<'EOF'\n" + update("@@\n-x\n+y\n") + "EOF\n", ABC)
                        .with("dir/f.txt", "x\n")
                        .leaves("dir/f.txt", "y\n"),
                exact(
                                "from a folder with a blank",
                                ABC,
                                "cd 'my dir' && apply_patch <<'EOF'\n" + update("@@\n-x\n+y\n") + "EOF\n",
                                ABC)
                        .with("my dir/f.txt", "x\n")
                        .leaves("my dir/f.txt", "y\n"),
                exact(
                                "through two folders",
                                ABC,
                                "cd a && cd b && apply_patch <<'EOF'\n" + update("@@\n-x\n+y\n") + "EOF\n",
                                ABC)
                        .with("a/b/f.txt", "x\n")
                        .leaves("a/b/f.txt", "y\n"),
                exact(
                        "a section narrows the place",
                        "def a():\n    pass\n\ndef b():\n    pass\n",
                        update("@@ def b():\n-    pass\n+    return\n"),
                        "def a():\n    pass\n\ndef b():\n    return\n"),
                refused("no end", ABC, "*** Begin Patch\n*** Update File: f.txt\n@@\n-bravo\n+B\n", "cut off"));
    }
}
