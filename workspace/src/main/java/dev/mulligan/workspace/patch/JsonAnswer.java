package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON in an answer: a set of files, or a patch inside a string. */
final class JsonAnswer {
    private static final List<String> PATCH_SIGNS =
            List.of("*** Begin Patch", "diff --git ", "\n@@", "<<<<<<< ", "\n+++ ");
    private static final int MOST_TRIES = 20;

    private final AnswerLines answer;
    private final int depth;

    JsonAnswer(AnswerLines answer, int depth) {
        this.answer = answer;
        this.depth = depth;
    }

    ParsedAnswer parse() {
        int tries = 0;
        List<String> lines = answer.lines();
        for (int i = 0; i < lines.size() && tries < MOST_TRIES; i++) {
            String line = lines.get(i).strip();
            if (isOtherFormat(lines.get(i))) {
                break;
            }
            if (line.startsWith("{") || line.startsWith("[")) {
                tries++;
                String text = String.join("\n", lines.subList(i, lines.size()));
                if (!text.contains("\"")) {
                    continue;
                }
                Optional<ParsedAnswer> parsed = parse(text);
                if (parsed.isPresent()) {
                    return parsed.get();
                }
            }
        }
        return new ParsedAnswer(List.of(), List.of());
    }

    private static boolean isOtherFormat(String line) {
        return line.startsWith("--- ")
                || line.startsWith("diff --git ")
                || line.startsWith("@@")
                || line.startsWith("*** Begin Patch")
                || line.startsWith("<<<<<<<");
    }

    private Optional<ParsedAnswer> parse(String text) {
        JsonReader.Read read = JsonReader.read(text);
        if (read.value().isPresent()) {
            ParsedAnswer parsed = interpret(read.value().get());
            return parsed.edits().isEmpty() && parsed.problems().isEmpty() ? Optional.empty() : Optional.of(parsed);
        }
        boolean meant = JsonFiles.mentionsFiles(text) || PATCH_SIGNS.stream().anyMatch(text::contains);
        return meant && read.started()
                ? Optional.of(new ParsedAnswer(
                        List.of(),
                        List.of(PatchProblem.of(
                                Kind.INVALID_PATCH,
                                "the JSON is cut off or malformed: " + read.reason(),
                                "Send it again as one complete JSON document."))))
                : Optional.empty();
    }

    private ParsedAnswer interpret(Object value) {
        Optional<ParsedAnswer> files = JsonFiles.interpret(value);
        if (files.isPresent()) {
            return files.get();
        }
        List<String> patches = new ArrayList<>();
        collect(value, patches);
        List<FileEdit> edits = new ArrayList<>();
        List<PatchProblem> problems = new ArrayList<>();
        for (String patch : patches) {
            ParsedAnswer parsed = AnswerParser.parse(AnswerLines.of(patch, true), depth + 1);
            edits.addAll(parsed.edits());
            problems.addAll(parsed.problems());
        }
        return new ParsedAnswer(edits, problems);
    }

    private static void collect(Object value, List<String> patches) {
        switch (value) {
            case String text when isPatch(text) -> patches.add(text);
            case Map<?, ?> map -> map.values().forEach(inner -> collect(inner, patches));
            case List<?> list -> list.forEach(inner -> collect(inner, patches));
            default -> {}
        }
    }

    private static boolean isPatch(String text) {
        return PATCH_SIGNS.stream().anyMatch(text::contains) || JsonFiles.mentionsFiles(text);
    }
}
