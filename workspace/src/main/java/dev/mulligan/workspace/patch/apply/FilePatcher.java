package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.edit.LineDiff;
import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.locate.BlockReading;
import dev.mulligan.workspace.patch.locate.HunkReading;
import dev.mulligan.workspace.patch.locate.LineSubstance;
import dev.mulligan.workspace.patch.locate.Location;
import dev.mulligan.workspace.patch.locate.Locator;
import dev.mulligan.workspace.patch.locate.NearestLines;
import dev.mulligan.workspace.patch.text.IndentStyle;
import dev.mulligan.workspace.patch.text.Indentation;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.Placeholders;
import dev.mulligan.workspace.patch.text.TextFile;
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
            return placements.stream().allMatch(placement -> placement.rung() == MatchLevel.ALREADY_THERE);
        }

        /** Whether every quoted line was found as it is written, white space aside. */
        boolean isLiteral() {
            return problems.isEmpty()
                    && placements.stream()
                            .noneMatch(placement -> placement.rung() == MatchLevel.DRIFTED
                                    || placement.rung() == MatchLevel.PUNCTUATION);
        }

        /** Whether the only trouble is that quoted lines are not in the file. */
        boolean missesLines() {
            return problems.stream().allMatch(problem -> problem.kind() == Kind.HUNK_FAILED);
        }
    }

    private record Placed(Hunk hunk, Location.Found location) {}

    private final String path;
    private final TextFile file;
    private final LineIndex index;
    private final Locator locator;
    private final TypographicQuotes typography;
    private final IndentStyle style;
    private final List<Placed> found = new ArrayList<>();
    private final List<LineSplice> inserted = new ArrayList<>();
    private final List<LineSplice> splices = new ArrayList<>();
    private final List<HunkPlacement> placements = new ArrayList<>();
    private final List<PatchProblem> problems = new ArrayList<>();
    private Optional<TextSubstitutions> substitutions = Optional.empty();
    private boolean newlineAtEnd;

    FilePatcher(String path, TextFile file, PatchLimits limits, TypographicQuotes typography) {
        this.typography = typography;
        this.path = path;
        this.file = file;
        this.index = new LineIndex(file);
        this.locator = new Locator(index, limits);
        this.style = IndentStyle.of(file);
        this.newlineAtEnd = file.endsWithNewline();
    }

    Result apply(List<FileStep> changes) {
        int number = 0;
        for (FileStep change : changes) {
            number++;
            switch (change) {
                case FileStep.Place it -> place(it.hunk().numbered(number));
                case FileStep.OneOf it -> choose(it.readings(), number);
                case FileStep.Substitute it -> substitute(it, number);
                case FileStep.Insert it -> insert(it, number);
            }
        }
        List<Indentation.Pair> all = found.stream()
                .flatMap(placed -> LineRestyle.pairs(placed.location(), file).stream())
                .toList();
        found.forEach(placed -> splice(placed, all));
        inserted.forEach(this::expectSettledLines);
        LineSplice.Merged merged = LineSplice.merge(splices);
        merged.clash().ifPresent(this::reportClash);
        EditMarkup.in(path, merged.splices().stream().flatMap(splice -> splice.lines().stream()), file)
                .ifPresent(problems::add);
        List<TextFile.Line> lines = LineSplice.apply(file, merged.splices());
        return new Result(file, lines, newlineAtEnd, List.copyOf(placements), List.copyOf(problems));
    }

    private void choose(List<Hunk> readings, int number) {
        Optional<Hunk> hunk = BlockReading.of(readings, index);
        if (hunk.isPresent()) {
            place(hunk.get().numbered(number));
        } else {
            report(
                    readings.getFirst().numbered(number),
                    PatchProblem.in(
                            path,
                            Kind.AMBIGUOUS,
                            "the block has more than one ======= line and fits the file in more than one way",
                            "Use a unified diff for text that contains such lines."));
        }
    }

    private void substitute(FileStep.Substitute change, int number) {
        Hunk hunk = Hunk.of(
                number,
                LineDiff.between(
                        change.old().lines().toList(), change.fresh().lines().toList()));
        Optional<String> placeholder = placeholder(hunk);
        if (placeholder.isPresent()) {
            report(hunk, Placeholders.problem(path, placeholder.get()));
            return;
        }
        substitutions = substitutions.or(() -> Optional.of(new TextSubstitutions(file)));
        switch (substitutions.get().find(change, number)) {
            case TextSubstitutions.Result.Found it -> {
                if (it.splices().stream()
                        .flatMap(splice -> splice.lines().stream())
                        .allMatch(file::canHold)) {
                    splices.addAll(it.splices());
                    placements.add(new HunkPlacement(path, number, MatchLevel.EXACT));
                } else {
                    report(hunk, notEncodable());
                }
            }
            case TextSubstitutions.Result.Done it ->
                placements.add(new HunkPlacement(path, number, MatchLevel.ALREADY_THERE));
            case TextSubstitutions.Result.Several it ->
                report(hunk, change.several() ? miscounted(change.times(), it.lines()) : ambiguous(it.lines()));
            case TextSubstitutions.Result.Unsure it ->
                report(hunk, unsure(it.line(), "the change may stand there already"));
            case TextSubstitutions.Result.Nowhere it -> placeUndrifted(hunk);
        }
    }

    /** A text to exchange is quoted to the letter or nearly so; lines left out of it are no oversight. */
    private void placeUndrifted(Hunk hunk) {
        boolean drifted = !hunk.onlyAdds()
                && locator.locate(hunk) instanceof Location.Found it
                && it.rung() == MatchLevel.DRIFTED;
        if (drifted) {
            report(hunk, NearestLines.problem(path, index, hunk));
        } else {
            place(hunk);
        }
    }

    private void place(Hunk hunk) {
        if (hunk.changesNothing()) {
            expectContext(hunk);
            return;
        }
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
            case Location.Found it -> found.add(new Placed(hunk, it));
            case Location.Done it -> placements.add(new HunkPlacement(path, hunk.number(), MatchLevel.ALREADY_THERE));
            case Location.Several several -> report(hunk, ambiguous(several.lines()));
            case Location.Unsure it -> report(hunk, unsure(it.line(), it.reason()));
            case Location.Nowhere it -> report(hunk, NearestLines.problem(path, index, hunk));
        }
    }

    /** Context alone asks for nothing if it is there; otherwise it may be a change that lost its marks. */
    private void expectContext(Hunk hunk) {
        boolean known = HunkReading.of(hunk).stream()
                .anyMatch(reading -> reading.elides()
                        || reading.oldSide().isEmpty()
                        || !index.find(LineKey.PUNCTUATION, reading.oldSide()).isEmpty());
        if (!known) {
            report(hunk, NearestLines.problem(path, index, hunk));
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
            splices.add(new LineSplice(0, 0, added, hunk.number()));
            newlineAtEnd = !hunk.newLacksNewline();
            placements.add(new HunkPlacement(path, hunk.number(), MatchLevel.EXACT));
        } else if (!index.find(LineKey.TRAILING, added).isEmpty()
                && added.size() >= 3
                && LineSubstance.isTelling(added)) {
            placements.add(new HunkPlacement(path, hunk.number(), MatchLevel.ALREADY_THERE));
        } else if (hunk.endsFile()) {
            append(hunk, added);
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

    private void append(Hunk hunk, List<String> added) {
        int start = file.size() - added.size();
        if (index.find(LineKey.TRAILING, added).contains(start)) {
            report(hunk, unsure(start + 1, "the file ends with the lines to add already"));
            return;
        }
        splices.add(new LineSplice(file.size(), file.size(), added, hunk.number()));
        placements.add(new HunkPlacement(path, hunk.number(), MatchLevel.EXACT));
    }

    /** The number of a line is all that says where; the lines there already are no reason to add them once more. */
    private void insert(FileStep.Insert change, int number) {
        List<String> added = change.text().lines().toList();
        Hunk hunk = Hunk.of(number, LineDiff.between(List.of(), added));
        Optional<String> placeholder = placeholder(hunk);
        int at = change.after().orElse(file.size());
        if (placeholder.isPresent()) {
            report(hunk, Placeholders.problem(path, placeholder.get()));
        } else if (added.stream().anyMatch(line -> !file.canHold(line))) {
            report(hunk, notEncodable());
        } else if (at > file.size()) {
            report(
                    hunk,
                    PatchProblem.in(
                            path,
                            Kind.HUNK_FAILED,
                            "the edit inserts behind line " + at + ", and the file has " + file.size() + " lines",
                            "Read the file again, or quote the lines around the place."));
        } else if (change.after().isEmpty()) {
            append(hunk, added);
        } else if (index.find(LineKey.TRAILING, added).stream()
                .anyMatch(place -> place == at || place + added.size() == at)) {
            report(hunk, unsure(at, "the lines to insert may stand there already"));
        } else {
            inserted.add(new LineSplice(at, at, added, number));
            splices.add(inserted.getLast());
            placements.add(new HunkPlacement(path, number, MatchLevel.EXACT));
        }
    }

    /** Behind an edit that adds or removes lines above, a number may be meant in the file before it or after. */
    private void expectSettledLines(LineSplice insertion) {
        boolean moved = splices.stream()
                .anyMatch(splice -> splice.hunk() < insertion.hunk()
                        && splice.from() <= insertion.from()
                        && splice.to() - splice.from() != splice.lines().size());
        if (moved) {
            problems.add(PatchProblem.in(
                            path,
                            Kind.AMBIGUOUS,
                            "an earlier edit of the answer moves the lines, so it is unclear which is line "
                                    + insertion.from(),
                            "Quote the lines around the place instead of its number.")
                    .at(insertion.hunk(), NearestLines.quote(file, insertion.from() - 1, insertion.from() + 1)));
        }
    }

    private void splice(Placed placed, List<Indentation.Pair> all) {
        Hunk hunk = placed.hunk();
        Location.Found found = placed.location();
        Optional<LineRestyle> restyle = LineRestyle.learn(LineRestyle.pairs(found, file), all, style, typography);
        boolean adds = found.reading().has(Op.ADD);
        if (adds && restyle.isEmpty()) {
            report(hunk, indentationUnclear());
            return;
        }
        List<LineSplice> own = new ArrayList<>();
        for (HunkSplices.Block block : HunkSplices.of(found)) {
            List<String> lines = new ArrayList<>();
            for (String added : block.added()) {
                Optional<String> styled = restyle.flatMap(it -> it.apply(added));
                if (styled.isEmpty() || !file.canHold(styled.get())) {
                    report(hunk, styled.isEmpty() ? indentationUnclear() : notEncodable());
                    return;
                }
                lines.add(styled.get());
            }
            own.add(new LineSplice(block.from(), block.to(), lines, hunk.number()).smallest(file));
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

    private void reportClash(LineSplice clash) {
        problems.add(PatchProblem.in(
                        path,
                        Kind.AMBIGUOUS,
                        "two hunks change line " + (clash.from() + 1) + " in different ways",
                        "Give one version of each change only.")
                .at(clash.hunk(), NearestLines.quote(file, clash.from(), clash.to() + 1)));
    }

    private PatchProblem miscounted(int stated, List<Integer> lines) {
        String how = stated == FileEdit.Substitution.EVERY_TIME
                ? "the places of the quoted text overlap"
                : "the quoted text stands at " + lines.size() + " places, and the edit says " + stated;
        return PatchProblem.in(
                path,
                Kind.AMBIGUOUS,
                how + " (line " + shown(lines) + ")",
                "Say how often the text stands in the file, or quote more of it.");
    }

    /** The first places, each with the line before it, by which they can be told apart. */
    private List<String> around(List<Integer> lines) {
        return lines.stream()
                .distinct()
                .limit(3)
                .flatMap(line -> NearestLines.quote(file, line - 2, line + 1).stream())
                .distinct()
                .toList();
    }

    private static String shown(List<Integer> lines) {
        return String.join(
                ", ", lines.stream().distinct().limit(6).map(String::valueOf).toList());
    }

    private PatchProblem ambiguous(List<Integer> lines) {
        String places = shown(lines);
        return PatchProblem.in(
                        path,
                        Kind.AMBIGUOUS,
                        "the quoted lines fit at more than one place (line " + places + ")",
                        "Quote more unchanged lines around the change, so that only one place fits.")
                .at(1, around(lines));
    }

    private PatchProblem unsure(int line, String reason) {
        return PatchProblem.in(
                        path,
                        Kind.AMBIGUOUS,
                        reason + " (line " + line + ")",
                        "Quote more unchanged lines around the change, so that its place and its need are clear.")
                .at(1, NearestLines.quote(file, line - 1, line + 1));
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
