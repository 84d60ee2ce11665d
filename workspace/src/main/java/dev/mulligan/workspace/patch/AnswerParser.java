package dev.mulligan.workspace.patch;

import java.util.ArrayList;
import java.util.List;

/** Finds the edits in a raw answer, in whatever format and wrapping they come. */
public final class AnswerParser {
    static final int DEEPEST = 3;

    private AnswerParser() {}

    public static ParsedAnswer parse(String answer) {
        return parse(AnswerLines.of(answer, false), 0);
    }

    static ParsedAnswer parse(AnswerLines answer, int depth) {
        if (depth < DEEPEST) {
            ParsedAnswer json = new JsonAnswer(answer, depth).parse();
            if (!json.edits().isEmpty() || !json.problems().isEmpty()) {
                return json;
            }
        }
        List<FileEdit> edits = new ArrayList<>();
        List<PatchProblem> problems = new ArrayList<>();
        BeginPatchParser sections = new BeginPatchParser(answer);
        collect(sections.parse(), edits, problems);
        AnswerLines rest = answer.without(sections.consumed());
        SearchReplaceParser blocks = new SearchReplaceParser(rest);
        collect(blocks.parse(), edits, problems);
        rest = rest.without(blocks.consumed());
        collect(new DiffParser(rest).parse(), edits, problems);
        if (edits.isEmpty() && problems.isEmpty()) {
            return new WholeFileParser(answer).parse();
        }
        Alternatives.in(answer, edits).ifPresent(problems::add);
        return new ParsedAnswer(edits, problems);
    }

    private static void collect(ParsedAnswer part, List<FileEdit> edits, List<PatchProblem> problems) {
        edits.addAll(part.edits());
        problems.addAll(part.problems());
    }
}
