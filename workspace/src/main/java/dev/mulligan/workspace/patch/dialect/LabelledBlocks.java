package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockName;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.CodeFences;
import dev.mulligan.workspace.patch.parse.LabelMarks;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code FIND:} and {@code REPLACE:} on lines of their own, the texts in fences or both in one fence. */
final class LabelledBlocks implements EditDialect {
    private record Side(int from, int to, int end) {}

    @Override
    public String name() {
        return "`FIND:` and `REPLACE:`";
    }

    @Override
    public String usedBy() {
        return "chat models without instructions";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(DialectSample.of("both in one fence", """
                src/greet.py
                ```
                FIND:
                    return "Bye " + name
                REPLACE:
                    return "Goodbye " + name
                ```
                """), DialectSample.of("each in a fence", """
                In `src/greet.py`:

                **Find:**
                ```python
                    return "Bye " + name
                ```
                **Replace with:**
                ```python
                    return "Goodbye " + name
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        List<AnswerRegion> regions = new ArrayList<>();
        List<String> lines = answer.lines();
        boolean open = CodeFences.isOneOpen(answer);
        Optional<CodeFence> fence = Optional.empty();
        Optional<String> name = answer.origin().path();
        int end = 0;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            if (LabelMarks.isOld(line)) {
                Optional<String> last = name;
                name = BlockName.before(answer, at, end).or(() -> last);
                AnswerRegion region = open ? unclosed(lines, at) : block(lines, at, fence, name);
                regions.add(region);
                end = region.end();
                at = end - 1;
            } else if (fence.isPresent()) {
                fence = fence.get().isClosedBy(line) ? Optional.empty() : fence;
            } else {
                fence = CodeFence.opening(line);
            }
        }
        return regions;
    }

    private static AnswerRegion unclosed(List<String> lines, int start) {
        return AnswerRegion.refused(
                start,
                start + 1,
                PatchProblem.of(
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(
                                "a code fence around a FIND: block is not closed", lines.subList(start, start + 1)),
                        "Close every fence."));
    }

    private static AnswerRegion block(List<String> lines, int start, Optional<CodeFence> fence, Optional<String> name) {
        Optional<Side> old = side(lines, start + 1, fence);
        Optional<Side> fresh = old.map(Side::end)
                .map(end -> nextText(lines, end))
                .filter(label -> label < lines.size() && LabelMarks.isNew(lines.get(label)))
                .flatMap(label -> side(lines, label + 1, fence));
        if (old.isEmpty() || fresh.isEmpty() || name.isEmpty()) {
            int end = Math.min(lines.size(), fresh.or(() -> old).map(Side::end).orElse(start + 6));
            String reason = name.isEmpty() ? "a FIND: block names no file" : "a FIND: block is not complete";
            return AnswerRegion.refused(
                    start,
                    end,
                    PatchProblem.of(
                            Kind.INVALID_PATCH,
                            UnparsedEdits.quoted(reason, lines.subList(start, end)),
                            "Name the file, then put the text under FIND: and the text under REPLACE: into fences."));
        }
        BlockSides sides = new BlockSides(
                lines.subList(old.get().from(), old.get().to()),
                lines.subList(fresh.get().from(), fresh.get().to()));
        return AnswerRegion.of(start, fresh.get().end(), sides.edit(name.get(), OptionalInt.empty()));
    }

    /** A text in a fence of its own; or, inside a fence, up to the next label or the end of the fence. */
    private static Optional<Side> side(List<String> lines, int from, Optional<CodeFence> around) {
        int text = around.isPresent() ? from : nextText(lines, from);
        Optional<CodeFence> own = text < lines.size() ? CodeFence.opening(lines.get(text)) : Optional.empty();
        if (around.isEmpty() && own.isEmpty()) {
            return Optional.empty();
        }
        int start = around.isPresent() ? from : text + 1;
        for (int i = start; i < lines.size(); i++) {
            String line = lines.get(i);
            if (around.isPresent()
                    && (around.get().isClosedBy(line) || LabelMarks.isOld(line) || LabelMarks.isNew(line))) {
                return Optional.of(new Side(start, i, i));
            }
            if (around.isEmpty() && own.orElseThrow().isClosedBy(line)) {
                return Optional.of(new Side(start, i, i + 1));
            }
        }
        return Optional.empty();
    }

    private static int nextText(List<String> lines, int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
        return at;
    }
}
