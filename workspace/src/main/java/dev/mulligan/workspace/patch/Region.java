package dev.mulligan.workspace.patch;

import java.util.List;

/** Lines of an answer that one dialect understood, and what they ask for. */
record Region(List<Span> lines, List<FileEdit> edits, List<PatchProblem> problems) {
    /** Lines from one number up to another, from 0. */
    record Span(int from, int to) {}

    Region {
        lines = List.copyOf(lines);
        edits = List.copyOf(edits);
        problems = List.copyOf(problems);
    }

    static Region of(int from, int to, FileEdit edit) {
        return new Region(List.of(new Span(from, to)), List.of(edit), List.of());
    }

    static Region of(int from, int to, ParsedAnswer parsed) {
        return new Region(List.of(new Span(from, to)), parsed.edits(), parsed.problems());
    }

    static Region refused(int from, int to, PatchProblem problem) {
        return new Region(List.of(new Span(from, to)), List.of(), List.of(problem));
    }

    /** Where it starts, so that edits keep the order in which the answer has them. */
    int start() {
        return lines.isEmpty() ? 0 : lines.getFirst().from();
    }

    int end() {
        return lines.isEmpty() ? 0 : lines.getLast().to();
    }
}
