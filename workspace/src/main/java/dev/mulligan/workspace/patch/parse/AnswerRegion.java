package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import java.util.List;

/** Lines of an answer that one dialect understood, and what they ask for. */
public record AnswerRegion(List<Span> lines, List<FileEdit> edits, List<PatchProblem> problems) {
    /** Lines from one number up to another, from 0. */
    public record Span(int from, int to) {}

    public AnswerRegion {
        lines = List.copyOf(lines);
        edits = List.copyOf(edits);
        problems = List.copyOf(problems);
    }

    public static AnswerRegion of(int from, int to, FileEdit edit) {
        return new AnswerRegion(List.of(new Span(from, to)), List.of(edit), List.of());
    }

    public static AnswerRegion of(int from, int to, ParsedAnswer parsed) {
        return new AnswerRegion(List.of(new Span(from, to)), parsed.edits(), parsed.problems());
    }

    public static AnswerRegion refused(int from, int to, PatchProblem problem) {
        return new AnswerRegion(List.of(new Span(from, to)), List.of(), List.of(problem));
    }

    /** Where it starts, so that edits keep the order in which the answer has them. */
    public int start() {
        return lines.isEmpty() ? 0 : lines.getFirst().from();
    }

    public int end() {
        return lines.isEmpty() ? 0 : lines.getLast().to();
    }
}
