package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.FileEdit.Intent;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.CommandFolder;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.HunkBuilder;
import dev.mulligan.workspace.patch.parse.HunkHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code *** Begin Patch} with its {@code *** Update File:} sections. */
final class BeginPatchParser {
    private static final String BEGIN = "*** Begin Patch";
    private static final String END = "*** End Patch";
    private static final List<String> ADD = List.of("*** Add File:", "*** Create File:", "*** New File:");
    private static final List<String> UPDATE =
            List.of("*** Update File:", "*** Modify File:", "*** Edit File:", "*** Change File:");
    private static final List<String> DELETE = List.of("*** Delete File:", "*** Remove File:");
    private static final String MOVE = "*** Move to:";
    private static final String END_OF_FILE = "*** End of File";
    private static final List<String> SECTIONS = Stream.of(List.of(BEGIN, END), ADD, UPDATE, DELETE)
            .flatMap(List::stream)
            .toList();

    private static final String ENVIRONMENT = "*** Environment ID:";

    private final AnswerLines answer;
    private final List<String> lines;
    private final List<FileEdit> edits = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private String folder = "";
    private int at;

    BeginPatchParser(AnswerLines answer) {
        this.answer = answer;
        this.lines = answer.lines();
    }

    List<AnswerRegion> parse() {
        List<AnswerRegion> regions = new ArrayList<>();
        while (at < lines.size()) {
            if (isBegin(lines.get(at))) {
                int start = at++;
                folder = CommandFolder.before(answer, start);
                patch();
                regions.add(AnswerRegion.of(start, Math.min(at, lines.size()), new ParsedAnswer(edits, problems)));
                edits.clear();
                problems.clear();
            } else {
                at++;
            }
        }
        return regions;
    }

    private static boolean isBegin(String line) {
        return line.strip().startsWith(BEGIN);
    }

    private void patch() {
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            if (line.startsWith(END)) {
                at++;
                return;
            }
            if (ADD.stream().anyMatch(line::startsWith)) {
                add(name(line));
            } else if (DELETE.stream().anyMatch(line::startsWith)) {
                edits.add(new FileEdit.Removal(name(line)));
                at++;
            } else if (UPDATE.stream().anyMatch(line::startsWith)) {
                update(name(line));
            } else if (line.isEmpty() || line.startsWith(ENVIRONMENT)) {
                at++;
            } else {
                problems.add(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        "unexpected line in a *** Begin Patch block: \""
                                + line.substring(0, Math.min(80, line.length())) + "\"",
                        "Start each file with *** Add File:, *** Update File: or *** Delete File:."));
                at = lines.size();
                return;
            }
        }
        problems.add(CutOffAnswer.problem("there is no " + END + " line"));
    }

    private String name(String line) {
        return CommandFolder.in(folder, line.substring(line.indexOf(':') + 1).strip());
    }

    private boolean isSection(String line) {
        String text = line.strip();
        return SECTIONS.stream().anyMatch(text::startsWith);
    }

    private List<String> bodyOfSection() {
        List<String> body = new ArrayList<>();
        for (at++; at < lines.size() && !isSection(lines.get(at)); at++) {
            body.add(lines.get(at));
        }
        return body;
    }

    private void add(String path) {
        List<String> body = bodyOfSection();
        boolean anyPlus = body.stream().anyMatch(line -> line.startsWith("+"));
        boolean allPlus = body.stream().allMatch(line -> line.isEmpty() || line.startsWith("+"));
        if (anyPlus && !allPlus) {
            problems.add(PatchProblem.in(
                    path,
                    Kind.INVALID_PATCH,
                    "some lines of the new file have a + and some have not",
                    "Start every line of a new file with +."));
            return;
        }
        if (anyPlus) {
            while (body.getLast().isEmpty()) {
                body.removeLast();
            }
        }
        StringBuilder text = new StringBuilder();
        body.forEach(line -> text.append(anyPlus && !line.isEmpty() ? line.substring(1) : line)
                .append('\n'));
        edits.add(new FileEdit.Content(path, Action.CREATE, text.toString()));
    }

    private void update(String path) {
        List<String> body = bodyOfSection();
        Optional<String> moved = Optional.empty();
        List<Hunk> hunks = new ArrayList<>();
        List<String> pending = new ArrayList<>();
        HunkHeader header = HunkHeader.NONE;
        for (int i = 0; i < body.size(); i++) {
            String line = body.get(i);
            if (line.startsWith(MOVE)) {
                moved = Optional.of(name(line));
            } else if (pending.isEmpty() && hunks.isEmpty() && isInnerHeader(body, i)) {
                i++;
            } else if (HunkHeader.isHeader(line)) {
                boolean inner = !header.section().isEmpty() && pending.isEmpty();
                HunkHeader next = HunkHeader.parse(line);
                if (inner && !next.section().isEmpty()) {
                    header = header.narrowedTo(next);
                } else {
                    close(path, hunks, header, pending);
                    header = next;
                    pending = new ArrayList<>();
                }
            } else if (line.startsWith(END_OF_FILE)) {
                close(path, hunks, header, pending);
                if (!hunks.isEmpty()) {
                    hunks.add(hunks.removeLast().endingFile());
                }
                header = HunkHeader.NONE;
                pending = new ArrayList<>();
            } else {
                pending.add(line);
            }
        }
        close(path, hunks, header, pending);
        Intent intent = moved.isPresent() ? Intent.RENAME : Intent.UPDATE;
        EditNames names = new EditNames(path, moved.orElse(path), false);
        edits.add(new FileEdit.Diff(names, intent, Optional.empty(), hunks));
    }

    /** Models put {@code ---} and {@code +++} lines into a section that needs none. */
    private static boolean isInnerHeader(List<String> body, int at) {
        return body.get(at).startsWith("--- ")
                && at + 1 < body.size()
                && body.get(at + 1).startsWith("+++ ");
    }

    private void close(String path, List<Hunk> hunks, HunkHeader header, List<String> body) {
        if (body.stream().allMatch(String::isEmpty)) {
            return;
        }
        HunkBuilder.Built built = new HunkBuilder(header, body, true).build(hunks.size() + 1);
        built.problem()
                .ifPresent(reason -> problems.add(
                        PatchProblem.in(path, Kind.INVALID_PATCH, reason, "End the patch before any other text.")));
        hunks.add(built.hunk());
    }
}
