package dev.mulligan.workspace.patch;

import static dev.mulligan.workspace.patch.PeerCase.exact;
import static dev.mulligan.workspace.patch.PeerCase.refused;

import java.util.List;

/** After Roo Code's tests of its search and replace strategy and of its edit tools. */
final class RooCases {
    private static final String FUNCTION = "function hi() {\n    log(\"hi\")\n}\n";

    private RooCases() {}

    private static String call(String diff) {
        return "<apply_diff>\n<path>f.txt</path>\n<diff>\n" + diff + "</diff>\n</apply_diff>\n";
    }

    private static String block(String old, String fresh) {
        return "<<<<<<< SEARCH\n" + old + "=======\n" + fresh + ">>>>>>> REPLACE\n";
    }

    static List<PeerCase> all() {
        String change = block("    log(\"hi\")\n", "    log(\"ho\")\n");
        String changed = FUNCTION.replace("\"hi\"", "\"ho\"");
        return List.of(
                exact("a block", FUNCTION, call(change), changed),
                exact("the name above the block", FUNCTION, "f.txt\n" + change, changed),
                exact("an angle behind SEARCH", FUNCTION, call(change.replace("SEARCH\n", "SEARCH>\n")), changed),
                exact(
                        "two blocks",
                        FUNCTION,
                        call(block("function hi() {\n", "function ho() {\n") + change),
                        changed.replace("hi()", "ho()")),
                exact(
                        "line numbers",
                        FUNCTION,
                        call(change.replace("SEARCH\n", "SEARCH\n:start_line:2\n-------\n")),
                        changed),
                exact(
                        "first and last line numbers",
                        FUNCTION,
                        call(change.replace("SEARCH\n", "SEARCH\n:start_line:2\n:end_line:2\n-------\n")),
                        changed),
                exact(
                        "a line number that is wrong, one place",
                        FUNCTION,
                        call(change.replace("SEARCH\n", "SEARCH\n:start_line:3\n-------\n")),
                        changed),
                exact(
                        "a line number picks one of several",
                        "a() {\n    x\n}\nb() {\n    x\n}\n",
                        call(block("    x\n", "    y\n").replace("SEARCH\n", "SEARCH\n:start_line:5\n-------\n")),
                        "a() {\n    x\n}\nb() {\n    y\n}\n"),
                refused(
                        "several places and no number",
                        "a() {\n    x\n}\nb() {\n    x\n}\n",
                        call(block("    x\n", "    y\n")),
                        "fits in several places"),
                exact(
                        "numbered lines",
                        FUNCTION,
                        call(block("2 |     log(\"hi\")\n3 | }\n", "2 |     log(\"ho\")\n3 | }\n")),
                        changed),
                exact(
                        "a numbered line is deleted",
                        "one\ntwo out\nthree",
                        call(block(":start_line:2\n-------\n2 | two out\n", "")),
                        "one\nthree"),
                exact(
                        "only the old lines are numbered",
                        FUNCTION,
                        call(block("2 |     log(\"hi\")\n", "    log(\"ho\")\n")),
                        changed),
                refused(
                        "a divider before the block",
                        FUNCTION,
                        call("=======\nx\n>>>>>>> REPLACE\n"),
                        "not a form of edit"),
                refused(
                        "no divider",
                        FUNCTION,
                        call("<<<<<<< SEARCH\n    log(\"hi\")\n>>>>>>> REPLACE\n"),
                        "marks are missing"),
                refused(
                        "no REPLACE line",
                        FUNCTION,
                        call("<<<<<<< SEARCH\n    log(\"hi\")\n=======\n    log(\"ho\")\n"),
                        "cut off"),
                exact("a divider twice", FUNCTION, call(change.replace("=======\n", "=======\n=======\n")), changed),
                refused(
                        "a line number among the new lines",
                        FUNCTION,
                        call(change.replace("=======\n", "=======\n:start_line:2\n")),
                        "marks are missing"),
                exact(
                        "a mark with a backslash is content",
                        "x\n<<<<<<< HEAD\ny\n",
                        call(block("x\n\\<<<<<<< HEAD\ny\n", "z\n")),
                        "z\n"),
                exact(
                        "other indentation than the file",
                        "    f() {\n        return 1;\n    }\n",
                        call(block("f() {\n    return 1;\n}\n", "f() {\n    return 2;\n}\n")),
                        "    f() {\n        return 2;\n    }\n"),
                exact(
                        "tabs",
                        "\tf() {\n\t\treturn 1;\n\t}",
                        call(block("f() {\n\treturn 1;\n}\n", "f() {\n\t// note\n\treturn 2;\n}\n")),
                        "\tf() {\n\t\t// note\n\t\treturn 2;\n\t}"),
                exact("CRLF", FUNCTION.replace("\n", "\r\n"), call(change), changed.replace("\n", "\r\n")),
                refused(
                        "text that is not there",
                        FUNCTION,
                        call(block("    log(\"other\")\n", "    log(\"ho\")\n")),
                        "quoted lines are not in the file"),
                exact(
                        "less indentation afterwards",
                        "if (x) {\n        run();\n}\n",
                        call(block("        run();\n", "run();\n")),
                        "if (x) {\nrun();\n}\n"),
                exact(
                        "extra blanks inside the line",
                        "sum(a, b) {\n    return a + b;\n}",
                        call(block(
                                "sum(a,   b)    {\n    return    a + b;\n}\n",
                                "sum(a, b) {\n    return a + b + 1;\n}\n")),
                        "sum(a, b) {\n    return a + b + 1;\n}"),
                refused(
                        "a removed line that is only similar",
                        "get() {\n    const results = load();\n}\n",
                        call(block(
                                "get() {\n    const result = load();\n}\n", "get() {\n    const data = load();\n}\n")),
                        "quoted lines are not in the file"),
                exact(
                        "typographic quotes in the answer",
                        "we can't wait\n",
                        call(block("we can\u2019t wait\n", "we can\u2019t wait\n\nreally\n")),
                        "we can't wait\n\nreally\n"),
                exact(
                        "lines are deleted",
                        "a {\n    // one\n    b;\n    // two\n}\n",
                        call(block("    // one\n    b;\n    // two\n", "")),
                        "a {\n}\n"),
                exact(
                        "a file inside args, in CDATA",
                        FUNCTION,
                        "<apply_diff>\n<args>\n<file>\n<path>f.txt</path>\n<diff>\n<content><![CDATA[\n" + change
                                + "]]></content>\n<start_line>2</start_line>\n</diff>\n</file>\n</args>\n</apply_diff>\n",
                        changed),
                exact(
                        "the tool as JSON",
                        FUNCTION,
                        "{\"name\": \"apply_diff\", \"arguments\": {\"path\": \"f.txt\", \"diff\": \"<<<<<<< SEARCH\\n    log(\\\"hi\\\")\\n=======\\n    log(\\\"ho\\\")\\n>>>>>>> REPLACE\"}}\n",
                        changed),
                exact(
                        "search_replace as JSON",
                        FUNCTION,
                        "{\"file_path\": \"f.txt\", \"old_string\": \"log(\\\"hi\\\")\", \"new_string\": \"log(\\\"ho\\\")\"}\n",
                        changed),
                refused(
                        "search_replace, several places",
                        "x = 1\ny = 1\n",
                        "{\"file_path\": \"f.txt\", \"old_string\": \" = 1\", \"new_string\": \" = 2\"}\n",
                        "fits in several places"),
                exact(
                        "search_replace of all places",
                        "x = 1\ny = 1\n",
                        "{\"file_path\": \"f.txt\", \"old_string\": \" = 1\", \"new_string\": \" = 2\", \"replace_all\": true}\n",
                        "x = 2\ny = 2\n"));
    }
}
