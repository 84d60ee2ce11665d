package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.HunkLine.Op;
import dev.mulligan.workspace.patch.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies all hunks for one file, each read against the file as it was. */
final class FilePatcher {
    /** The file afterwards, with how each hunk fitted; or what is wrong. */
    record Result(
            TextFile file,
            List<TextFile.Line> lines,
            boolean newlineAtEnd,
            List<HunkPlacement> placements,
            List<PatchProblem> problems) {
        byte[] bytes() {
            return file.bytes(lines, newlineAtEnd);
        }

        boolean allThere() {
            return placements.stream().allMatch(placement -> placement.rung() == Rung.ALREADY_THERE);
        }
    }

    private record Placed(Hunk hunk, Location.Found location) {}

    private final String path;
    private final TextFile file;
    private final LineIndex index;
    private final Locator locator;
    private final Typography typography;
    private final IndentStyle style;
    private final List<Placed> found = new ArrayList<>();
    private final List<Splice> splices = new ArrayList<>();
    private final List<HunkPlacement> placements = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private boolean newlineAtEnd;

    FilePatcher(String path, TextFile file, Limits limits, Typography typography) {
        this.typography = typography;
        this.path = path;
        this.file = file;
        this.index = new LineIndex(file);
        this.locator = new Locator(index, limits);
        this.style = IndentStyle.of(file);
        this.newlineAtEnd = file.endsWithNewline();
    }

    Result apply(List<Hunk> hunks) {
        for (Hunk hunk : hunks) {
            if (!hunk.changesNothing()) {
                place(hunk);
            }
        }
        List<Indentation.Pair> all = found.stream()
                .flatMap(placed -> Restyle.pairs(placed.location(), file).stream())
                .toList();
        found.forEach(placed -> splice(placed, all));
        Splice.Merged merged = Splice.merge(splices);
        merged.clash().ifPresent(this::reportClash);
        List<TextFile.Line> lines = Splice.apply(file, merged.splices());
        return new Result(file, lines, newlineAtEnd, List.copyOf(placements), List.copyOf(problems));
    }

    private void place(Hunk hunk) {
        Optional<String> placeholder = placeholder(hunk);
        if (placeholder.isPresent()) {
            report(hunk, Placeholders.problem(path, placeholder.get()));
            return;
        }
        if (hunk.onlyAdds()) {
            placeWithoutContext(hunk);
            return;
        }
        switch (locator.locate(hunk)) {
            case Location.Found found -> this.found.add(new Placed(hunk, found));
            case Location.Done done -> placements.add(new HunkPlacement(path, hunk.number(), Rung.ALREADY_THERE));
            case Location.Several several -> report(hunk, ambiguous(several.lines()));
            case Location.Nowhere nowhere -> report(hunk, Nearest.problem(path, index, hunk));
        }
    }

    private Optional<String> placeholder(Hunk hunk) {
        return hunk.lines().stream()
                .filter(line -> line.op() == Op.ADD)
                .map(HunkLine::text)
                .filter(text -> Placeholders.isPlaceholder(text, path))
                .filter(text -> index.id(LineKey.WHITESPACE, text) < 0)
                .findFirst();
    }

    private void placeWithoutContext(Hunk hunk) {
        List<String> added = hunk.lines().stream().map(HunkLine::text).toList();
        if (file.size() == 0) {
            splices.add(new Splice(0, 0, added, hunk.number()));
            newlineAtEnd = !hunk.newLacksNewline();
            placements.add(new HunkPlacement(path, hunk.number(), Rung.EXACT));
        } else if (!index.find(LineKey.TRAILING, added).isEmpty() && added.size() >= 3 && Substance.isTelling(added)) {
            placements.add(new HunkPlacement(path, hunk.number(), Rung.ALREADY_THERE));
        } else {
            report(
                    hunk,
                    PatchProblem.in(
                            path,
                            Kind.AMBIGUOUS,
                            "the hunk only adds lines and quotes none that say where",
                            "Quote two or three unchanged lines before and after the place."));
        }
    }

    private void splice(Placed placed, List<Indentation.Pair> all) {
        Hunk hunk = placed.hunk();
        Location.Found found = placed.location();
        Optional<Restyle> restyle = Restyle.learn(Restyle.pairs(found, file), all, style, typography);
        boolean adds = found.reading().has(Op.ADD);
        if (adds && restyle.isEmpty()) {
            report(hunk, indentationUnclear());
            return;
        }
        List<Splice> own = new ArrayList<>();
        for (Splices.Block block : Splices.of(found)) {
            List<String> lines = new ArrayList<>();
            for (String added : block.added()) {
                Optional<String> styled = restyle.flatMap(it -> it.apply(added));
                if (styled.isEmpty() || !file.canHold(styled.get())) {
                    report(hunk, styled.isEmpty() ? indentationUnclear() : notEncodable());
                    return;
                }
                lines.add(styled.get());
            }
            own.add(new Splice(block.from(), block.to(), lines, hunk.number()).smallest(file));
        }
        splices.addAll(own);
        boolean touchesEnd = found.positions().getLast() == file.size() - 1;
        if (touchesEnd && (hunk.oldLacksNewline() || hunk.newLacksNewline())) {
            newlineAtEnd = !hunk.newLacksNewline();
        }
        placements.add(new HunkPlacement(path, hunk.number(), found.rung()));
    }

    private void report(Hunk hunk, PatchProblem problem) {
        problems.add(problem.at(hunk.number(), problem.nearestLines()));
    }

    private void reportClash(Splice clash) {
        problems.add(PatchProblem.in(
                        path,
                        Kind.AMBIGUOUS,
                        "two hunks change line " + (clash.from() + 1) + " in different ways",
                        "Give one version of each change only.")
                .at(clash.hunk(), Nearest.quote(file, clash.from(), clash.to() + 1)));
    }

    private PatchProblem ambiguous(List<Integer> lines) {
        String places = String.join(
                ", ", lines.stream().distinct().limit(6).map(String::valueOf).toList());
        return PatchProblem.in(
                path,
                Kind.AMBIGUOUS,
                "the quoted lines fit at more than one place (line " + places + ")",
                "Quote more unchanged lines around the change, so that only one place fits.");
    }

    private PatchProblem indentationUnclear() {
        return PatchProblem.in(
                path,
                Kind.HUNK_FAILED,
                "the indentation of the quoted lines differs from the file in no regular way",
                "Quote the lines with exactly the indentation the file has.");
    }

    private PatchProblem notEncodable() {
        return PatchProblem.in(
                path,
                Kind.INVALID_PATCH,
                "the file is not UTF-8 and an added line has characters its encoding may not hold",
                "Use plain ASCII in added lines of this file.");
    }
}
