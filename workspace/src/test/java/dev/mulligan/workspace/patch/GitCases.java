package dev.mulligan.workspace.patch;

import static dev.mulligan.workspace.patch.PeerCase.exact;
import static dev.mulligan.workspace.patch.PeerCase.refused;

import java.util.List;

/** After the tests of {@code git apply}. */
final class GitCases {
    private static final String LINES = "b\nc\nd\ne\nf\ng\nh\n";
    private static final String HEAD = "--- a/f.txt\n+++ b/f.txt\n";
    private static final String TIME = "1982-09-16 07:00:00.000000000 -0800";

    private GitCases() {}

    private static String dated(String from, String to, String hunk) {
        return "diff -ruN a/f.txt b/f.txt\n--- a/f.txt\t" + from + "\n+++ b/f.txt\t" + to + "\n" + hunk;
    }

    static List<PeerCase> all() {
        String rename =
                "diff --git a/f.txt b/g.txt\nsimilarity index 90%\nrename from f.txt\nrename to g.txt\n--- a/f.txt\n+++ b/g.txt\n@@ -1,2 +1,2 @@\n-b\n+B\n c\n";
        String remove = "@@ -1 +0,0 @@\n-something\n";
        return List.of(
                exact("added at the head", LINES, HEAD + "@@ -1,3 +1,4 @@\n+a\n b\n c\n d\n", "a\n" + LINES),
                exact(
                        "changed at the head",
                        LINES,
                        HEAD + "@@ -1,3 +1,3 @@\n-b\n+a\n c\n d\n",
                        "a\nc\nd\ne\nf\ng\nh\n"),
                exact("removed at the head", LINES, HEAD + "@@ -1,3 +1,2 @@\n-b\n c\n d\n", "c\nd\ne\nf\ng\nh\n"),
                exact("added at the tail", LINES, HEAD + "@@ -5,3 +5,4 @@\n f\n g\n h\n+i\n", LINES + "i\n"),
                exact("removed at the tail", LINES, HEAD + "@@ -5,3 +5,2 @@\n f\n g\n-h\n", "b\nc\nd\ne\nf\ng\n"),
                exact("changed without context", LINES, HEAD + "@@ -7 +7 @@\n-h\n+i\n", "b\nc\nd\ne\nf\ng\ni\n"),
                exact("removed without context", LINES, HEAD + "@@ -1 +0,0 @@\n-b\n", "c\nd\ne\nf\ng\nh\n"),
                refused("added without context", LINES, HEAD + "@@ -0,0 +1 @@\n+a\n", "nothing says where"),
                exact(
                        "a wrong line number",
                        LINES,
                        HEAD + "@@ -1,3 +1,3 @@\n e\n-f\n+F\n g\n",
                        "b\nc\nd\ne\nF\ng\nh\n"),
                exact(
                        "a line number behind the file",
                        LINES,
                        HEAD + "@@ -90,3 +90,3 @@\n e\n-f\n+F\n g\n",
                        "b\nc\nd\ne\nF\ng\nh\n"),
                refused(
                        "the end is there already",
                        "a\nb\nc\n",
                        HEAD + "@@ -1,2 +1,3 @@\n a\n b\n+c\n",
                        "may be there already"),
                exact(
                        "blank context without its blank",
                        "\n\nA\nB\nC\n\n",
                        HEAD + "@@ -1,6 +1,5 @@\n\n\n A\n-B\n C\n\n",
                        "\n\nA\nC\n\n"),
                refused(
                        "a file that has shrunk",
                        "1\n2\n",
                        HEAD + "@@ -1,3 +1,3 @@\n-1\n+11\n 2\n 3\n",
                        "quoted lines are not in the file"),
                exact("an empty file is filled", "", "--- f.txt.orig\n+++ f.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"),
                exact("a file is made", LINES, "--- new.txt.orig\n+++ new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n", LINES)
                        .leaves("new.txt", "a\nb\n"),
                exact(
                        "two diffs of one file",
                        LINES,
                        HEAD + "@@ -1,3 +1,3 @@\n b\n-c\n+C\n d\n" + HEAD + "@@ -5,3 +5,3 @@\n f\n-g\n+G\n h\n",
                        "b\nC\nd\ne\nf\nG\nh\n"),
                exact(
                        "the second diff builds on the first",
                        LINES,
                        HEAD + "@@ -1,4 +1,4 @@\n b\n-c\n+C\n d\n e\n" + HEAD + "@@ -1,4 +1,4 @@\n b\n C\n-d\n+D\n e\n",
                        "b\nC\nD\ne\nf\ng\nh\n"),
                exact("a rename with a change", "b\nc\n", rename, "")
                        .leaves("f.txt", "")
                        .leaves("g.txt", "B\nc\n"),
                exact("a copy with a change", "b\nc\n", rename.replace("rename", "copy"), "b\nc\n")
                        .leaves("g.txt", "B\nc\n"),
                refused("a rename onto a file", "b\nc\n", rename, "another file is there already")
                        .with("g.txt", "mine\n"),
                exact(
                                "removal by date, west",
                                "something\n",
                                dated(TIME, "1969-12-31 16:00:00.000000000 -0800", remove),
                                "")
                        .leaves("f.txt", ""),
                exact(
                                "removal by date, Greenwich",
                                "something\n",
                                dated(TIME, "1970-01-01 00:00:00.000000000 +0000", remove),
                                "")
                        .leaves("f.txt", ""),
                exact(
                                "removal by date, east",
                                "something\n",
                                dated(TIME, "1970-01-01 09:00:00.000000000 +0900", remove),
                                "")
                        .leaves("f.txt", ""),
                exact(
                                "removal by date, colon in the zone",
                                "something\n",
                                dated(TIME, "1969-12-31 16:00:00 -08:00", remove),
                                "")
                        .leaves("f.txt", ""),
                refused("emptied, not removed", "something\n", dated(TIME, TIME, remove), "would leave the file empty"),
                refused(
                        "made by date, but it is there",
                        "mine\n",
                        dated("1970-01-01 00:00:00.000000000 +0000", TIME, "@@ -0,0 +1 @@\n+something\n"),
                        "another file is there already"),
                exact(
                                "a name with a blank",
                                LINES,
                                "--- my file.txt\t" + TIME + "\n+++ my file.txt\t" + TIME + "\n@@ -1 +1 @@\n-x\n+y\n",
                                LINES)
                        .with("my file.txt", "x\n")
                        .leaves("my file.txt", "y\n"),
                exact(
                                "a name with a blank, made by date",
                                LINES,
                                "--- my file.txt 1969-12-31 16:00:00 -08:00\n+++ my file.txt 2005-04-12 02:14:06 -07:00\n@@ -0,0 +1 @@\n+y\n",
                                LINES)
                        .leaves("my file.txt", "y\n"),
                exact(
                                "a name with quotes",
                                LINES,
                                "diff --git \"a/\\\"q\\\".txt\" \"b/\\\"q\\\".txt\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/\\\"q\\\".txt\"\n@@ -0,0 +1 @@\n+y\n",
                                LINES)
                        .leaves("\"q\".txt", "y\n"),
                exact(
                                "a name with a number in brackets",
                                LINES,
                                "--- a/copy (1)\n+++ b/copy (1)\n@@ -1 +1 @@\n-x\n+y\n",
                                LINES)
                        .with("copy (1)", "x\n")
                        .leaves("copy (1)", "y\n"),
                refused(
                        "a name with a tab",
                        LINES,
                        "diff --git \"a/a\\tb\" \"b/a\\tb\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/a\\tb\"\n@@ -0,0 +1 @@\n+y\n",
                        "a forbidden path"),
                exact(
                        "newline at the end added",
                        "a\nb",
                        HEAD + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
                        "a\nb\n"),
                exact(
                        "newline at the end taken away",
                        "a\nb\n",
                        HEAD + "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n",
                        "a\nb"),
                refused(
                        "a binary patch",
                        LINES,
                        "diff --git a/x.bin b/x.bin\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKc${NkU|;|M0006200\n",
                        "binary"),
                refused(
                        "a symbolic link",
                        LINES,
                        "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+f.txt\n\\ No newline at end of file\n",
                        "a forbidden path"),
                refused("a path outside", LINES, "--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+y\n", "a forbidden path"));
    }
}
