package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a hunk of the lines that follow its header. */
public final class HunkBuilder {
    /** A hunk of the first {@code used} lines, or why they make none; and whether it is shorter than its header says. */
    public record Built(Hunk hunk, Optional<String> problem, boolean tooShort, int used) {}

    private final HunkHeader header;
    private final List<String> body;
    private final boolean enclosed;

    /** @param enclosed whether a fence or tag shows where the hunk ends, so that no prose can follow */
    public HunkBuilder(HunkHeader header, List<String> body, boolean enclosed) {
        this.header = header;
        this.body = body;
        this.enclosed = enclosed;
    }

    public Built build(int number) {
        int end = enclosed ? body.size() : proseStart();
        boolean doubtful = end < body.size() && changesAfter(end) && !countsFit(end);
        int marked = lastMarked(end) + 1;
        List<HunkLine> lines = new ArrayList<>();
        boolean oldLacks = false;
        boolean newLacks = false;
        for (String line : body.subList(0, marked)) {
            if (line.startsWith("\\")) {
                Op op = lines.isEmpty() ? Op.CONTEXT : lines.getLast().op();
                oldLacks |= op != Op.ADD;
                newLacks |= op != Op.REMOVE;
            } else {
                lines.add(line(line));
            }
        }
        List<String> tail = body.subList(marked, end);
        Hunk hunk = new Hunk(number, header.oldStart(), header.section(), lines, tail, oldLacks, newLacks, false);
        Optional<String> problem =
                doubtful ? Optional.of("text follows the hunk and it is unclear where the hunk ends") : unmarked(lines);
        return new Built(hunk, problem, isTooShort(lines, tail.size()), end);
    }

    /** Lines right under the header, not one of them marked: what they change cannot be told. */
    private Optional<String> unmarked(List<HunkLine> lines) {
        boolean text = !body.isEmpty() && !body.getFirst().isBlank();
        return lines.isEmpty() && text
                ? Optional.of("no line of a hunk has a mark (space, + or -) before it")
                : Optional.empty();
    }

    /** A new file is all its lines, with or without plus signs. */
    public Built buildNewFile(int number) {
        List<String> content = new ArrayList<>(body);
        boolean noNewline = content.removeIf(line -> line.startsWith("\\ "));
        while (!content.isEmpty() && content.getLast().isEmpty()) {
            content.removeLast();
        }
        boolean allPlus = content.stream().allMatch(line -> line.isEmpty() || line.startsWith("+"));
        boolean noPlus = content.stream().noneMatch(line -> line.startsWith("+"));
        boolean counted = header.newCount().isPresent() && header.newCount().getAsInt() == content.size();
        if (!allPlus && !(noPlus && counted)) {
            Built plain = build(number);
            boolean complete = plain.problem().isEmpty()
                    && plain.hunk().onlyAdds()
                    && plain.hunk().tail().stream().allMatch(String::isBlank);
            return complete
                    ? plain
                    : new Built(
                            plain.hunk(),
                            Optional.of("a new file has lines without +"),
                            plain.tooShort(),
                            plain.used());
        }
        List<HunkLine> lines = content.stream()
                .map(line -> HunkLine.add(allPlus && !line.isEmpty() ? line.substring(1) : line))
                .toList();
        Hunk hunk = new Hunk(number, header.oldStart(), header.section(), lines, List.of(), false, noNewline, false);
        return new Built(hunk, Optional.empty(), isTooShort(lines, 0), body.size());
    }

    private static HunkLine line(String line) {
        if (line.isEmpty()) {
            return new HunkLine(Op.CONTEXT, "", false);
        }
        String text = line.substring(1);
        return switch (line.charAt(0)) {
            case ' ' -> HunkLine.context(text);
            case '+' -> HunkLine.add(text);
            case '-' -> HunkLine.remove(text);
            default -> new HunkLine(Op.CONTEXT, line, false);
        };
    }

    private static boolean isMarked(String line) {
        return !line.isEmpty() && " +-\\".indexOf(line.charAt(0)) >= 0;
    }

    private int lastMarked(int end) {
        int last = end - 1;
        while (last >= 0 && !isMarked(body.get(last))) {
            last--;
        }
        return last;
    }

    /** First line of a paragraph of prose after the hunk, or the end. */
    private int proseStart() {
        for (int i = 0; i < body.size(); i++) {
            boolean afterBlank = i == 0 || body.get(i - 1).isEmpty();
            String line = body.get(i);
            if (afterBlank && !line.isEmpty() && !isMarked(line) && onlyProseFrom(i)) {
                return i;
            }
            if (afterBlank && i > 0 && line.strip().equals("---") && countsFit(i) && onlyProseFrom(i)) {
                return i;
            }
        }
        return body.size();
    }

    private boolean onlyProseFrom(int start) {
        return body.subList(start, body.size()).stream()
                .allMatch(line -> !line.startsWith("+") && isBulletOrPlain(line));
    }

    private static boolean isBulletOrPlain(String line) {
        return !line.startsWith("-") || line.startsWith("- ") || line.chars().allMatch(c -> c == '-');
    }

    private boolean changesAfter(int start) {
        return body.subList(start, body.size()).stream().anyMatch(line -> line.startsWith("-"));
    }

    private boolean countsFit(int end) {
        int old = 0;
        int fresh = 0;
        int blanks = 0;
        for (String line : body.subList(0, end)) {
            old += line.startsWith("+") || line.startsWith("\\") ? 0 : 1;
            fresh += line.startsWith("-") || line.startsWith("\\") ? 0 : 1;
            blanks = line.isEmpty() ? blanks + 1 : 0;
        }
        return within(header.oldCount().orElse(-1), old, blanks)
                && within(header.newCount().orElse(-1), fresh, blanks);
    }

    private static boolean within(int stated, int counted, int slack) {
        return stated <= counted && stated >= counted - slack;
    }

    private boolean isTooShort(List<HunkLine> lines, int tail) {
        long old = tail + lines.stream().filter(HunkLine::isOld).count();
        long fresh = tail + lines.stream().filter(HunkLine::isNew).count();
        return old < header.oldCount().orElse(0) || fresh < header.newCount().orElse(0);
    }
}
