package dev.mulligan.workspace.patch.edit;

import java.util.List;

/** The edits an answer asks for, and what is wrong with it as a text. */
public record ParsedAnswer(List<FileEdit> edits, List<PatchProblem> problems) {
    public ParsedAnswer {
        edits = List.copyOf(edits);
        problems = List.copyOf(problems);
    }

    public int hunks() {
        return edits.stream()
                .mapToInt(edit ->
                        edit instanceof FileEdit.Diff diff ? diff.hunks().size() : 0)
                .sum();
    }
}
