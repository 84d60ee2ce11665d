package dev.mulligan.workspace.patch;

import static dev.mulligan.workspace.patch.PeerCase.exact;
import static dev.mulligan.workspace.patch.PeerCase.refused;

import java.util.List;

/** After Cline's tests of its SEARCH/REPLACE diffs. */
final class ClineCases {
    private static final String ABC = "alpha\nbravo\ncharlie";

    private ClineCases() {}

    private static String call(String diff) {
        return "<replace_in_file>\n<path>f.txt</path>\n<diff>\n" + diff + "</diff>\n</replace_in_file>\n";
    }

    private static String block(String old, String fresh) {
        return "------- SEARCH\n" + old + "=======\n" + fresh + "+++++++ REPLACE\n";
    }

    static List<PeerCase> all() {
        String one = block("bravo\n", "B\n");
        return List.of(
                exact("an empty file", "", call(block("", "new\n")), "new\n"),
                refused("marks of two kinds", ABC, call(one.replace("------- S", "<<-- S")), "not a form of edit"),
                refused("two marks only", ABC, call(one.replace("------- S", "-- S")), "not a form of edit"),
                exact("no blank after the marks", ABC, call(one.replace("- SEARCH", "-SEARCH")), "alpha\nB\ncharlie"),
                exact("an exact match", ABC, call(one), "alpha\nB\ncharlie"),
                exact("blanks around the line in the file", "alpha\n bravo \ncharlie", call(one), "alpha\n B\ncharlie"),
                exact(
                        "three lines for one",
                        "a\nfirst\nmiddle\nlast\nz",
                        call(block("first\nmiddle\nlast\n", "only\n")),
                        "a\nonly\nz"),
                exact("a blank line after the new text", ABC, call(block("bravo\n", "B\n\n")), "alpha\nB\n\ncharlie"),
                exact(
                        "two blocks in order",
                        "a1\nb1\nc1\nd1",
                        call(block("a1\n", "A\n") + "\n" + block("c1\n", "C\n")),
                        "A\nb1\nC\nd1"),
                exact(
                        "a replacement, then a deletion",
                        "a1\nb1\nc1\nd1\n",
                        call(block("b1\n", "B\n") + "\n" + block("d1\n", "")),
                        "a1\nB\nc1\n"),
                exact(
                        "a deletion, then a replacement",
                        "a1\nb1\nc1\nd1",
                        call(block("a1\n", "") + "\n" + block("c1\n", "C\n")),
                        "b1\nC\nd1"),
                refused("no divider", ABC, call("------- SEARCH\nbravo\n+++++++ REPLACE\nB\n"), "marks are missing"),
                exact(
                        "a blank after the divider",
                        ABC,
                        call(one.replace("=======\n", "======= \n")),
                        "alpha\nB\ncharlie"),
                refused(
                        "two REPLACE lines and no divider",
                        ABC,
                        call("------- SEARCH\nbravo\n+++++++ REPLACE\nB\n+++++++ REPLACE\n"),
                        "marks are missing"),
                refused(
                        "dashes before the divider",
                        ABC,
                        call(one.replace("=======\n", "------- =======\n")),
                        "marks are missing"),
                refused(
                        "text that is not there",
                        ABC,
                        call(block("delta\n", "D\n")),
                        "quoted lines are not in the file"),
                refused("no REPLACE line at the end", ABC, "f.txt\n------- SEARCH\nbravo\n=======\nB", "cut off"),
                exact(
                        "blocks out of order",
                        "a1\nb1\nc1\nd1\n",
                        call(block("d1\n", "D\n") + block("b1\n", "B\n")),
                        "a1\nB\nc1\nD\n"),
                exact(
                        "blocks out of order, with tabs",
                        "f() {\n\tlet a = 1;\n\tlet b = 2;\n}\n",
                        call(block("\tlet b = 2;\n", "\tlet b = 20;\n") + block("\tlet a = 1;\n", "\tlet a = 10;\n")),
                        "f() {\n\tlet a = 10;\n\tlet b = 20;\n}\n"),
                exact(
                        "blank lines in the old text",
                        "head\n\nbody\n\nfoot\n",
                        call(block("foot\n", "FOOT\n") + block("\nbody\n\n", "BODY\n")),
                        "head\nBODY\nFOOT\n"),
                exact("five dashes", ABC, call(one.replace("-------", "-----")), "alpha\nB\ncharlie"),
                exact(
                        "eleven dashes, ten equals signs",
                        ABC,
                        call(one.replace("-------", "-----------").replace("=======", "==========")),
                        "alpha\nB\ncharlie"),
                exact(
                        "five dashes, five equals signs",
                        ABC,
                        call(one.replace("-------", "-----").replace("=======", "=====")),
                        "alpha\nB\ncharlie"),
                exact(
                        "a second block with fewer marks",
                        ABC,
                        call(one + block("charlie\n", "C\n").replace("-------", "-----")),
                        "alpha\nB\nC"),
                refused(
                        "a divider without a SEARCH line",
                        ABC,
                        call("=======\nnew\n+++++++ REPLACE\n"),
                        "not a form of edit"),
                refused(
                        "two blocks without old text",
                        "text\n",
                        call(block("", "one\n") + block("", "two\n")),
                        "another file is there already"),
                refused(
                        "the marks the wrong way round",
                        ABC,
                        call("+++++++ SEARCH\nbravo\n=======\nB\n------- REPLACE\n"),
                        "not a form of edit"),
                refused(
                        "a part of a line in a block of lines",
                        "text with $^.*\nend\n",
                        call(block("$^.*\n", "new\n")),
                        "quoted lines are not in the file"),
                exact(
                        "older marks",
                        ABC,
                        call("<<<<<<< SEARCH\nbravo\n=======\nB\n>>>>>>> REPLACE\n"),
                        "alpha\nB\ncharlie"),
                exact(
                        "a whole file",
                        ABC,
                        "<write_to_file>\n<path>f.txt</path>\n<content>\nalpha\nB\ncharlie\n</content>\n</write_to_file>\n",
                        "alpha\nB\ncharlie"));
    }
}
