package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.FileEdit.Action;
import dev.mulligan.workspace.patch.FileEdit.Intent;
import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code <<<<<<< SEARCH} blocks, each turned into one hunk. */
final class SearchReplaceParser {
    private static final List<String> OLD_NAMES = List.of("SEARCH", "ORIGINAL", "OLD", "BEFORE", "HEAD", "FIND");
    private static final int LOOK_BACK = 4;

    private final List<String> lines;
    private final List<int[]> consumed = new ArrayList<>();
    private final List<FileEdit> edits = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private Optional<String> lastName = Optional.empty();
    private int blockEnd;

    SearchReplaceParser(AnswerLines answer) {
        this.lines = answer.lines();
    }

    List<int[]> consumed() {
        return consumed;
    }

    ParsedAnswer parse() {
        int at = 0;
        while (at < lines.size()) {
            int length = startLength(lines.get(at));
            if (length > 0) {
                at = block(at, length);
                blockEnd = at;
            } else {
                at++;
            }
        }
        return new ParsedAnswer(edits, problems);
    }

    /** How many marks the opening line has, or 0. */
    private static int startLength(String line) {
        int length = run(line, '<');
        if (length < 5) {
            return 0;
        }
        String word = line.strip().substring(length).strip().toUpperCase(Locale.ROOT);
        return OLD_NAMES.stream().anyMatch(word::startsWith) ? length : 0;
    }

    private static int run(String line, char mark) {
        String text = line.strip();
        int length = 0;
        while (length < text.length() && text.charAt(length) == mark) {
            length++;
        }
        return length;
    }

    private int block(int start, int length) {
        List<Integer> dividers = new ArrayList<>();
        int end = start + 1;
        while (end < lines.size() && !isEnd(lines.get(end), length)) {
            String line = lines.get(end).strip();
            if (run(line, '=') == line.length() && Math.abs(line.length() - length) <= 2 && line.length() >= 5) {
                dividers.add(end);
            }
            if (startLength(lines.get(end)) > 0) {
                break;
            }
            end++;
        }
        if (end >= lines.size() || !isEnd(lines.get(end), length) || dividers.isEmpty()) {
            problems.add(CutOff.problem("a SEARCH block is not closed"));
            consumed.add(new int[] {start, lines.size()});
            return lines.size();
        }
        consumed.add(new int[] {start, end + 1});
        Optional<String> name = name(start);
        lastName = name.or(() -> lastName);
        if (dividers.size() > 1) {
            problems.add(PatchProblem.of(
                    Kind.INVALID_PATCH,
                    "a SEARCH block has more than one ======= line",
                    "Use a diff for text that contains such lines."));
        } else if (lastName.isEmpty()) {
            problems.add(PatchProblem.of(
                    Kind.INVALID_PATCH, "a SEARCH block names no file", "Put the path on the line before the block."));
        } else {
            add(
                    lastName.get(),
                    lines.subList(start + 1, dividers.getFirst()),
                    lines.subList(dividers.getFirst() + 1, end));
        }
        return end + 1;
    }

    private static boolean isEnd(String line, int length) {
        int run = run(line, '>');
        return run >= 5 && Math.abs(run - length) <= 2;
    }

    private Optional<String> name(int start) {
        int seen = 0;
        for (int i = start - 1; i >= blockEnd && seen < LOOK_BACK; i--) {
            String line = lines.get(i);
            if (line.isBlank() || Fence.opening(line).isPresent()) {
                continue;
            }
            seen++;
            Optional<String> name = WrittenPath.alone(line).or(() -> WrittenPath.quoted(line));
            if (name.isPresent()) {
                return name;
            }
        }
        return Optional.empty();
    }

    private void add(String name, List<String> search, List<String> replace) {
        if (search.stream().allMatch(String::isBlank)) {
            edits.add(new FileEdit.Content(name, Action.CREATE, String.join("\n", replace) + "\n"));
            return;
        }
        Hunk hunk = Hunk.of(1, LineDiff.between(search, replace));
        edits.add(new FileEdit.Diff(Names.plain(name), Intent.UPDATE, Optional.empty(), List.of(hunk)));
    }
}
