package dev.mulligan.workspace.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes a known change in a dialect, as a model would that does everything right. */
enum DialectWriter {
    UNIFIED {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("--- a/" + path + "\n+++ b/" + path + "\n");
            for (Edit edit : change.edits()) {
                out.append("@@ -" + edit.start() + "," + edit.old().size() + " +" + edit.start() + ","
                        + edit.fresh().size() + " @@\n" + lines(edit.marked()));
            }
            return out.toString();
        }
    },
    HEADERLESS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder();
            for (Edit edit : change.edits()) {
                out.append(path + "\n```diff\n" + lines(edit.marked()) + "```\n\n");
            }
            return out.toString();
        }
    },
    BEGIN_PATCH {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("*** Begin Patch\n*** Update File: " + path + "\n");
            change.edits().forEach(edit -> out.append("@@\n").append(lines(edit.marked())));
            return out.append("*** End Patch\n").toString();
        }
    },
    AIDER {
        @Override
        String write(String path, Change change) {
            return path + "\n```\n" + blocks(change, "<<<<<<< SEARCH\n", ">>>>>>> REPLACE\n") + "```\n";
        }
    },
    FOUR_MARKS {
        @Override
        String write(String path, Change change) {
            return "**" + path + "**\n\n"
                    + blocks(change, "<<<< SEARCH\n", ">>>> REPLACE\n").replace("=======", "====");
        }
    },
    ROO {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("<apply_diff>\n<path>" + path + "</path>\n<diff>\n");
            change.edits()
                    .forEach(edit -> out.append("<<<<<<< SEARCH\n:start_line:" + edit.start() + "\n-------\n"
                            + lines(edit.old()) + "=======\n" + lines(edit.fresh()) + ">>>>>>> REPLACE\n\n"));
            return out.append("</diff>\n</apply_diff>\n").toString();
        }
    },
    ROO_NUMBERED {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("<apply_diff>\n<path>" + path + "</path>\n<diff>\n");
            for (Edit edit : change.edits()) {
                out.append("<<<<<<< SEARCH\n" + lines(numbered(edit.old(), edit.start())) + "=======\n"
                        + lines(numbered(edit.fresh(), edit.start())) + ">>>>>>> REPLACE\n");
            }
            return out.append("</diff>\n</apply_diff>\n").toString();
        }
    },
    CLINE {
        @Override
        String write(String path, Change change) {
            return "<replace_in_file>\n<path>" + path + "</path>\n<diff>\n"
                    + blocks(change, "------- SEARCH\n", "+++++++ REPLACE\n") + "</diff>\n</replace_in_file>\n";
        }
    },
    CLINE_FENCED {
        @Override
        String write(String path, Change change) {
            return "`" + path + "`\n```\n" + blocks(change, "----- SEARCH\n", "+++++++++ REPLACE\n") + "```\n";
        }
    },
    BRACKETS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder(path + "\n");
            change.edits()
                    .forEach(edit -> out.append(
                            "[SEARCH]\n" + lines(edit.old()) + "[REPLACE]\n" + lines(edit.fresh()) + "[/REPLACE]\n"));
            return out.toString();
        }
    },
    LABELS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder();
            change.edits()
                    .forEach(edit -> out.append("In `" + path + "`:\n\nFIND:\n```\n" + lines(edit.old())
                            + "```\nREPLACE:\n```\n" + lines(edit.fresh()) + "```\n\n"));
            return out.toString();
        }
    },
    TAGS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder();
            change.edits()
                    .forEach(edit -> out.append("<str_replace>\n<path>" + path + "</path>\n<old_str>\n"
                            + lines(edit.old()) + "</old_str>\n<new_str>\n" + lines(edit.fresh())
                            + "</new_str>\n</str_replace>\n"));
            return out.toString();
        }
    },
    PARAMETERS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("<function_calls>\n");
            change.edits()
                    .forEach(edit -> out.append("<invoke name=\"Edit\">\n<parameter name=\"file_path\">" + path
                            + "</parameter>\n<parameter name=\"old_string\">" + String.join("\n", edit.old())
                            + "</parameter>\n<parameter name=\"new_string\">" + String.join("\n", edit.fresh())
                            + "</parameter>\n</invoke>\n"));
            return out.append("</function_calls>\n").toString();
        }
    },
    JSON_EDITS {
        @Override
        String write(String path, Change change) {
            List<String> edits = change.edits().stream()
                    .map(edit -> "{\"old_string\": " + quoted(String.join("\n", edit.old())) + ", \"new_string\": "
                            + quoted(String.join("\n", edit.fresh())) + "}")
                    .toList();
            return "```json\n{\"file_path\": \"" + path + "\", \"edits\": [" + String.join(",\n", edits) + "]}\n```\n";
        }
    },
    JSON_CALLS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder();
            for (Edit edit : change.edits()) {
                out.append("{\"name\": \"replace\", \"arguments\": {\"path\": \"" + path + "\", \"old_str\": "
                        + quoted(String.join("\n", edit.old())) + ", \"new_str\": "
                        + quoted(String.join("\n", edit.fresh())) + "}}\n");
            }
            return out.toString();
        }
    },
    JSON_DIFF {
        @Override
        String write(String path, Change change) {
            return "{\"path\": \"" + path + "\", \"diff\": "
                    + quoted(blocks(change, "------- SEARCH\n", "+++++++ REPLACE\n")) + "}\n";
        }
    },
    JSON_FILE {
        @Override
        String write(String path, Change change) {
            return "{\"files\": [{\"path\": \"" + path + "\", \"action\": \"modify\", \"content\": "
                    + quoted(lines(change.result())) + "}]}\n";
        }
    },
    WRITE_TAG {
        @Override
        String write(String path, Change change) {
            return "<write_to_file>\n<path>" + path + "</path>\n<content>\n" + lines(change.result())
                    + "</content>\n</write_to_file>\n";
        }
    },
    NAMED_FENCE {
        @Override
        String write(String path, Change change) {
            return "```js " + path + "\n" + blocks(change, "<<<<<<< ORIGINAL\n", ">>>>>>> UPDATED\n") + "```\n";
        }
    },
    ORIGINAL_TAGS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder();
            change.edits()
                    .forEach(edit -> out.append("<change>\n<file>" + path + "</file>\n<original>\n" + lines(edit.old())
                            + "</original>\n<modified>\n" + lines(edit.fresh()) + "</modified>\n</change>\n"));
            return out.toString();
        }
    },
    NESTED_TAGS {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("<file path=\"" + path + "\" action=\"modify\">\n");
            change.edits()
                    .forEach(edit -> out.append("  <change>\n    <search>\n===\n" + lines(edit.old())
                            + "===\n    </search>\n    <content>\n===\n" + lines(edit.fresh())
                            + "===\n    </content>\n  </change>\n"));
            return out.append("</file>\n").toString();
        }
    },
    LISTED_IN_TAGS {
        @Override
        String write(String path, Change change) {
            List<String> edits = change.edits().stream()
                    .map(edit -> "{\"old_string\": " + quoted(String.join("\n", edit.old())) + ", \"new_string\": "
                            + quoted(String.join("\n", edit.fresh())) + "}")
                    .toList();
            return "<invoke name=\"MultiEdit\">\n<parameter name=\"file_path\">" + path
                    + "</parameter>\n<parameter name=\"edits\">[" + String.join(", ", edits)
                    + "]</parameter>\n</invoke>\n";
        }
    },
    PATCH_TAG {
        @Override
        String write(String path, Change change) {
            StringBuilder out = new StringBuilder("<FILE_PATCH file_path=\"" + path + "\">\n");
            change.edits().forEach(edit -> out.append("@@\n").append(lines(edit.marked())));
            return out.append("</FILE_PATCH>\n").toString();
        }
    },
    FILE_TAG {
        @Override
        String write(String path, Change change) {
            return "<file path=\"" + path + "\">\n" + lines(change.result()) + "</file>\n";
        }
    },
    HERE_DOCUMENT {
        @Override
        String write(String path, Change change) {
            return "```bash\ncat > " + path + " <<'EOF'\n" + lines(change.result()) + "EOF\n```\n";
        }
    },
    NAMED_FENCE_FILE {
        @Override
        String write(String path, Change change) {
            return "```js:" + path + "\n" + lines(change.result()) + "```\n";
        }
    },
    WHOLE_FILE {
        @Override
        String write(String path, Change change) {
            return path + "\n```js\n" + lines(change.result()) + "```\n";
        }
    };

    /** One place of a change. */
    record Edit(int start, List<String> marked) {
        List<String> old() {
            return side('+');
        }

        List<String> fresh() {
            return side('-');
        }

        private List<String> side(char without) {
            return marked.stream()
                    .filter(line -> line.charAt(0) != without)
                    .map(line -> line.substring(1))
                    .toList();
        }
    }

    /** A change of one file and what must come of it. */
    record Change(List<Edit> edits, List<String> result) {
        static Change of(DamagedDiff diff) {
            List<Edit> edits = new ArrayList<>();
            for (int i = 0; i < diff.hunks().size(); i++) {
                edits.add(new Edit(diff.starts().get(i), diff.hunks().get(i)));
            }
            return new Change(edits, diff.result);
        }
    }

    abstract String write(String path, Change change);

    /** Whether it sends the file as a whole. */
    boolean isWhole() {
        return Stream.of(JSON_FILE, WRITE_TAG, FILE_TAG, HERE_DOCUMENT, NAMED_FENCE_FILE, WHOLE_FILE)
                .anyMatch(this::equals);
    }

    /** Whether the lines stand in strings. */
    boolean isJson() {
        return name().startsWith("JSON") || this == LISTED_IN_TAGS;
    }

    private static String blocks(Change change, String open, String close) {
        StringBuilder out = new StringBuilder();
        change.edits()
                .forEach(edit -> out.append(open + lines(edit.old()) + "=======\n" + lines(edit.fresh()) + close));
        return out.toString();
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static List<String> numbered(List<String> lines, int from) {
        List<String> numbered = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            numbered.add((from + i) + " | " + lines.get(i));
        }
        return numbered;
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
