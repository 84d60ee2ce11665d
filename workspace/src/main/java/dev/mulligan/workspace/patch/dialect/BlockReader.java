package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.parse.BlockName;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.parse.WrittenPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** SEARCH/REPLACE blocks that one kind of line opens, each turned into one edit. */
final class BlockReader {
    private final AnswerLines answer;
    private final List<String> lines;
    private final Predicate<String> opens;
    private final List<AnswerRegion> regions = new ArrayList<>();
    private Optional<String> lastName;
    private int blockEnd;

    BlockReader(AnswerLines answer, Predicate<String> opens) {
        this.answer = answer;
        this.lines = answer.lines();
        this.opens = opens;
        this.lastName = answer.origin().path();
    }

    List<AnswerRegion> read() {
        int at = 0;
        while (at < lines.size()) {
            if (opens.test(lines.get(at))) {
                at = block(at);
                blockEnd = at;
            } else {
                at++;
            }
        }
        return regions;
    }

    private int block(int start) {
        int length = BlockMarks.length(lines.get(start));
        int end = start + 1;
        while (end < lines.size() && !closes(end, length) && !BlockMarks.opens(lines.get(end))) {
            end++;
        }
        if (end >= lines.size()) {
            regions.add(AnswerRegion.refused(
                    start, lines.size(), CutOffAnswer.problem("a SEARCH block has no REPLACE line that closes it")));
            return lines.size();
        }
        if (!closes(end, length)) {
            refuse(start, end, "a SEARCH block starts inside another one", "Close each block with a REPLACE line.");
            return end;
        }
        complete(start, end, length);
        return end + 1;
    }

    private void complete(int start, int end, int length) {
        lastName = WrittenPath.alone(
                        BlockMarks.afterName(lines.get(start)), answer.origin().files())
                .or(() -> BlockName.before(answer, start, blockEnd))
                .or(() -> lastName);
        List<String> block = lines.subList(start, end + 1);
        List<Integer> dividers = IntStream.range(1, block.size() - 1)
                .filter(i -> BlockMarks.divides(block.get(i), length))
                .boxed()
                .toList();
        if (dividers.isEmpty()) {
            refuse(start, end, "a SEARCH block has no ======= line", "Put ======= between the old and the new lines.");
        } else if (lastName.isEmpty()) {
            refuse(start, end, "a SEARCH block names no file", "Put the path on the line before the block.");
        } else {
            regions.add(edit(lastName.get(), block, dividers)
                    .map(edit -> AnswerRegion.of(start, end + 1, edit))
                    .orElseGet(() -> AnswerRegion.refused(start, end + 1, misplacedNumber(block))));
        }
    }

    private boolean closes(int at, int opening) {
        return BlockMarks.closes(lines.get(at), opening);
    }

    private void refuse(int start, int end, String reason, String advice) {
        regions.add(AnswerRegion.refused(
                start,
                end + 1,
                PatchProblem.of(
                        Kind.INVALID_PATCH, UnparsedEdits.quoted(reason, lines.subList(start, end + 1)), advice)));
    }

    private static PatchProblem misplacedNumber(List<String> block) {
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                UnparsedEdits.quoted("a line number stands among the new lines of a SEARCH block", block),
                "Put :start_line: right after the SEARCH line only.");
    }

    /** Empty when a line number stands on the new side. */
    private static Optional<FileEdit> edit(String name, List<String> block, List<Integer> dividers) {
        int from = 1;
        OptionalInt number = OptionalInt.empty();
        while (from < block.size() && isLineNumber(block.get(from))) {
            number = block.get(from).strip().startsWith(":start_line:") ? number(block.get(from)) : number;
            from++;
        }
        boolean ruled = from > 1 && from < block.size() && BlockMarks.run(block.get(from), '-') == 7;
        int search = ruled ? from + 1 : from;
        int firstDivider = dividers.getFirst();
        if (block.subList(firstDivider, block.size()).stream().anyMatch(BlockReader::isLineNumber)) {
            return Optional.empty();
        }
        OptionalInt stated = number;
        List<BlockSides> sides = BlockSides.of(block.subList(0, block.size() - 1), search, dividers);
        List<FileEdit> readings =
                sides.stream().map(side -> side.edit(name, stated)).toList();
        if (readings.size() == 1) {
            return Optional.of(readings.getFirst());
        }
        List<Hunk> hunks = readings.stream()
                .flatMap(reading -> switch (reading) {
                    case FileEdit.Diff diff -> diff.hunks().stream();
                    case FileEdit.OneOf oneOf -> oneOf.readings().stream();
                    default -> Stream.<Hunk>of();
                })
                .toList();
        return Optional.of(new FileEdit.OneOf(name, hunks));
    }

    private static boolean isLineNumber(String line) {
        String text = line.strip();
        return text.startsWith(":start_line:") || text.startsWith(":end_line:");
    }

    private static OptionalInt number(String line) {
        String digits = line.substring(line.lastIndexOf(':') + 1).strip();
        boolean usable =
                !digits.isEmpty() && digits.length() < 9 && digits.chars().allMatch(Character::isDigit);
        return usable && Integer.parseInt(digits) > 0 ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }
}
