package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.edit.LineDiff;
import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.LineSimilarity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Finds the one place a hunk belongs to, going down the ladder only as far as needed. */
public final class Locator {
    private final LineIndex index;
    private final PatchLimits limits;

    public Locator(LineIndex index, PatchLimits limits) {
        this.index = index;
        this.limits = limits;
    }

    public Location locate(Hunk hunk) {
        Optional<Location> literal = hunk.tail().isEmpty()
                ? climb(hunk, List.of(new HunkReading(hunk.lines(), 0, false)), List.of(LineKey.EXACT))
                : Optional.empty();
        return literal.or(() -> atStatedLine(hunk)).orElseGet(() -> locate(hunk, HunkReading.of(hunk)));
    }

    /** Blank lines behind a hunk are hardly part of it where its own lines stand to the letter at the line it names. */
    private Optional<Location> atStatedLine(Hunk hunk) {
        HunkReading own = new HunkReading(hunk.lines(), 0, false);
        OptionalInt stated = expected(hunk, own);
        return stated.isPresent()
                        && !own.elides()
                        && hunk.tail().stream().allMatch(LineKey::isBlank)
                        && index.find(LineKey.EXACT, own.oldSide()).contains(stated.getAsInt())
                ? climb(hunk, List.of(own), List.of(LineKey.EXACT))
                : Optional.empty();
    }

    private Location locate(Hunk hunk, List<HunkReading> readings) {
        return climb(hunk, readings, List.of(LineKey.EXACT, LineKey.TRAILING))
                .map(found -> isAsWritten(found) ? found : unlessThere(found, readings))
                .or(() -> alreadyThere(readings))
                .or(() -> loosely(hunk, readings).map(found -> unlessThere(found, readings)))
                .orElseGet(Location.Nowhere::new);
    }

    private static boolean isAsWritten(Location location) {
        return location instanceof Location.Found found && !found.reading().repaired();
    }

    private Optional<Location> loosely(Hunk hunk, List<HunkReading> readings) {
        return climb(hunk, readings, List.of(LineKey.WHITESPACE, LineKey.PUNCTUATION))
                .or(() -> climb(hunk, lostPlus(readings), List.of(LineKey.EXACT, LineKey.TRAILING)))
                .or(() -> climb(hunk, withoutBlankEdges(readings), LineKey.LADDER))
                .or(() -> drifted(hunk, readings));
    }

    /** The new lines to the letter say more than the old ones nearly: the change was made, or one like it. */
    private Location unlessThere(Location location, List<HunkReading> readings) {
        List<Integer> there = readings.stream()
                .filter(reading -> !reading.elides() && reading.dropped() == 0 && reading.has(Op.ADD))
                .flatMap(reading -> index.find(LineKey.EXACT, reading.newSide()).stream())
                .toList();
        return location instanceof Location.Found && !there.isEmpty()
                ? new Location.Unsure(there.getFirst() + 1, "the lines to add may stand there already")
                : location;
    }

    private Optional<Location> climb(Hunk hunk, List<HunkReading> readings, List<LineKey> keys) {
        for (LineKey key : keys) {
            for (HunkReading reading : readings) {
                if (reading.elides()) {
                    continue;
                }
                List<Integer> hits = atEnd(hunk, reading, index.find(key, reading.oldSide()));
                if (!hits.isEmpty()) {
                    return Optional.of(settle(hunk, reading, key, hits));
                }
            }
        }
        return Optional.empty();
    }

    /** A quoted last line without a newline is the last line of a file that has none. */
    private List<Integer> atEnd(Hunk hunk, HunkReading reading, List<Integer> hits) {
        int start = index.size() - reading.oldSide().size();
        if (!endsFile(hunk)) {
            return hunk.endsFile() && hits.contains(start) ? List.of(start) : hits;
        }
        return hits.stream().filter(hit -> hit == start).toList();
    }

    private boolean endsFile(Hunk hunk) {
        return hunk.oldLacksNewline() && !index.file().endsWithNewline();
    }

    private List<HunkReading> lostPlus(List<HunkReading> readings) {
        return readings.stream()
                .flatMap(reading -> HunkRepairs.withLostPlus(reading.lines(), index).stream()
                        .map(lines -> new HunkReading(lines, reading.dropped(), true)))
                .toList();
    }

    /** A blank line quoted before or behind the others that the file does not have: nothing is lost without it. */
    private static List<HunkReading> withoutBlankEdges(List<HunkReading> readings) {
        return readings.stream()
                .flatMap(reading -> HunkRepairs.withoutBlankEdges(reading.lines()).stream()
                        .map(lines -> new HunkReading(lines, reading.dropped(), true)))
                .toList();
    }

    private Location settle(Hunk hunk, HunkReading reading, LineKey key, List<Integer> hits) {
        OptionalInt expected = expected(hunk, reading);
        boolean exactPlace = expected.isPresent() && hits.contains(expected.getAsInt());
        List<Integer> fresh = index.find(LineKey.EXACT, reading.newSide());
        boolean telling = LineSubstance.addsSomethingTelling(reading);
        if (!exactPlace && expected.isPresent() && reading.has(Op.ADD) && fresh.contains(expected.getAsInt())) {
            return telling ? new Location.Done() : doneElsewhere(hits.getFirst(), expected.getAsInt());
        }
        boolean literal = key == LineKey.EXACT && !reading.repaired() && hits.size() == 1;
        boolean blank = reading.oldSide().stream().allMatch(LineKey::isBlank);
        if (!exactPlace && LineSubstance.saysNothing(reading.oldSide()) && (blank || !literal)) {
            return hits.size() > 1
                    ? several(hits)
                    : new Location.Unsure(
                            hits.getFirst() + 1, "the quoted lines say too little to be sure of the place");
        }
        OptionalInt chosen = UniquePlace.among(hits, expected);
        if (chosen.isEmpty() && expected.isEmpty()) {
            chosen = UniquePlace.inSection(index.file(), hits, hunk.section());
        }
        if (chosen.isEmpty()) {
            return several(hits);
        }
        int start = chosen.getAsInt();
        if (!exactPlace && expected.isPresent() && fitsLoosely(hunk, reading, start, expected.getAsInt())) {
            return several(List.of(start, expected.getAsInt()));
        }
        List<Integer> applied = exactPlace ? List.of(start) : fresh;
        if (onlyInserts(reading) && overlaps(reading, start, applied) && fresh.containsAll(applied)) {
            return telling && LineSubstance.addsMuch(reading)
                    ? new Location.Done()
                    : new Location.Unsure(start + 1, "the lines to add may stand there already");
        }
        List<Integer> positions =
                IntStream.range(start, start + reading.oldSide().size()).boxed().toList();
        return new Location.Found(reading, positions, rung(reading, key, expected, start));
    }

    private static Location doneElsewhere(int old, int stated) {
        return new Location.Unsure(
                stated + 1,
                "the old lines stand at line " + (old + 1) + ", but at line " + (stated + 1)
                        + ", which the hunk names, stand the new ones");
    }

    /** Whether the stated place would do as well, but for white space, quotes, or a line left out. */
    private boolean fitsLoosely(Hunk hunk, HunkReading reading, int found, int stated) {
        return index.find(LineKey.PUNCTUATION, reading.oldSide()).contains(stated)
                || new DriftedContext(index, reading, limits, endsFile(hunk)).fitsElsewhere(stated, found);
    }

    /** Every old line is there afterwards, before and behind the new ones. */
    private static boolean onlyInserts(HunkReading reading) {
        List<String> old = reading.oldSide();
        List<String> fresh = reading.newSide();
        int head = LineDiff.sameAtStart(old, fresh);
        int tail = LineDiff.sameAtEnd(old, fresh, head);
        return !reading.has(Op.REMOVE) || head + tail == old.size();
    }

    private static boolean overlaps(HunkReading reading, int start, List<Integer> fresh) {
        int added = reading.newSide().size() - reading.oldSide().size();
        return added > 0 && fresh.stream().anyMatch(at -> at <= start && at >= start - added);
    }

    private static MatchLevel rung(HunkReading reading, LineKey key, OptionalInt expected, int start) {
        return switch (key) {
            case PUNCTUATION -> MatchLevel.PUNCTUATION;
            case WHITESPACE, TRAILING -> MatchLevel.WHITESPACE;
            case EXACT -> {
                if (reading.repaired()) {
                    yield MatchLevel.REPAIRED;
                }
                yield expected.isPresent() && expected.getAsInt() != start ? MatchLevel.RELOCATED : MatchLevel.EXACT;
            }
        };
    }

    /** A hunk whose old side is gone and whose new side is there was applied before. */
    private Optional<Location> alreadyThere(List<HunkReading> readings) {
        return readings.stream()
                .filter(reading -> !reading.elides() && reading.dropped() == 0)
                .filter(this::isApplied)
                .findFirst()
                .map(reading -> new Location.Done());
    }

    private boolean isApplied(HunkReading reading) {
        List<Integer> hits = index.find(LineKey.EXACT, reading.newSide());
        if (hits.isEmpty()) {
            return false;
        }
        if (LineSubstance.addsSomethingTelling(reading) && LineSubstance.isAnchored(reading)) {
            return true;
        }
        if (hits.size() == 1 && reading.has(Op.ADD) && reading.has(Op.REMOVE) && everyRemovedIsGone(reading)) {
            return LineSubstance.hasContext(reading) || resembles(reading);
        }
        List<Integer> old = index.find(LineKey.PUNCTUATION, reading.oldSide());
        boolean respaced = reading.oldSide().size() == reading.newSide().size()
                && old.stream().anyMatch(hits::contains);
        boolean gone = old.isEmpty() || (!reading.has(Op.ADD) && removedIsGone(reading));
        return respaced || (hits.size() == 1 && gone && LineSubstance.isWellAnchored(reading));
    }

    private boolean everyRemovedIsGone(HunkReading reading) {
        return reading.lines().stream()
                .filter(line -> line.op() == Op.REMOVE)
                .allMatch(line -> index.id(LineKey.PUNCTUATION, line.text()) < 0);
    }

    /** The new lines are the old ones slightly changed: finding them where those were is no coincidence. */
    private static boolean resembles(HunkReading reading) {
        List<String> old = reading.oldSide();
        List<String> fresh = reading.newSide();
        return old.size() == fresh.size()
                && IntStream.range(0, old.size()).allMatch(i -> LineSimilarity.isClose(old.get(i), fresh.get(i)));
    }

    private boolean removedIsGone(HunkReading reading) {
        return reading.lines().stream()
                .filter(line -> line.op() == Op.REMOVE && !LineKey.isBlank(line.text()))
                .anyMatch(line -> index.id(LineKey.PUNCTUATION, line.text()) < 0);
    }

    private Optional<Location> drifted(Hunk hunk, List<HunkReading> readings) {
        for (HunkReading reading : readings) {
            Location location =
                    new DriftedContext(index, reading, limits, endsFile(hunk)).locate(expected(hunk, reading));
            if (!(location instanceof Location.Nowhere)) {
                return Optional.of(location);
            }
        }
        return Optional.empty();
    }

    private static OptionalInt expected(Hunk hunk, HunkReading reading) {
        return hunk.oldStart().isPresent()
                ? OptionalInt.of(hunk.oldStart().getAsInt() - 1 + reading.dropped())
                : OptionalInt.empty();
    }

    private static Location several(List<Integer> hits) {
        return new Location.Several(hits.stream().map(hit -> hit + 1).toList());
    }
}
