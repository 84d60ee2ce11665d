package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.locate.LineSubstance;
import dev.mulligan.workspace.patch.text.LineSimilarity;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Finds a piece of text in a file to the letter, across lines and within them. */
final class TextSubstitutions {
    /** What came of the search. */
    sealed interface Result {
        record Found(List<LineSplice> splices) implements Result {}

        record Done() implements Result {}

        record Several(List<Integer> lines) implements Result {}

        /** The new text may stand there already. */
        record Unsure(int line) implements Result {}

        record Nowhere() implements Result {}
    }

    /** Letters and digits that are no coincidence where a text was only added to. */
    private static final int TELLING = 16;

    private static final int MOST_PLACES = 5_000;

    private final TextFile file;
    private final String text;
    private final int[] starts;

    TextSubstitutions(TextFile file) {
        this.file = file;
        StringBuilder all = new StringBuilder();
        starts = new int[file.size() + 1];
        for (int i = 0; i < file.size(); i++) {
            all.append(file.text(i)).append('\n');
            starts[i + 1] = all.length();
        }
        this.text = all.toString();
    }

    Result find(FileStep.Substitute change, int number) {
        String old = change.old().replace("\r\n", "\n");
        String fresh = change.fresh().replace("\r\n", "\n");
        List<Integer> places = places(old);
        if (places.isEmpty()) {
            return isThere(old, fresh) ? new Result.Done() : new Result.Nowhere();
        }
        long inside =
                places.stream().filter(place -> isInside(place, old, fresh)).count();
        boolean telling = letters(fresh) - letters(old) >= TELLING;
        if (inside == places.size() && (telling || change.several())) {
            return new Result.Done();
        }
        if (inside > 0 && (change.several() || places.size() == 1)) {
            return new Result.Unsure(line(places.getFirst()) + 1);
        }
        boolean counted = change.times() == FileEdit.Substitution.EVERY_TIME || change.times() == places.size();
        if (places.size() == MOST_PLACES || !counted || overlap(places, old.length())) {
            return new Result.Several(
                    places.stream().map(place -> line(place) + 1).toList());
        }
        boolean done = !fresh.isBlank() && text.contains(fresh);
        if (places.stream().anyMatch(place -> joinsLines(place, old, fresh) || (done && takesLineEnd(place, old)))) {
            return new Result.Unsure(line(places.getFirst()) + 1);
        }
        return new Result.Found(splices(places, old, fresh, number));
    }

    private static long letters(String text) {
        return text.chars().filter(Character::isLetterOrDigit).count();
    }

    /**
     * The old text is gone; the new one tells enough, or is the old one slightly changed and stands once. What is only
     * left of the old one proves nothing.
     */
    private boolean isThere(String old, String fresh) {
        boolean telling = LineSubstance.isTelling(List.of(fresh));
        int place = fresh.isBlank() || old.contains(fresh) ? -1 : text.indexOf(fresh);
        boolean once = place >= 0 && text.indexOf(fresh, place + 1) < 0;
        return place >= 0 && (telling || (once && LineSimilarity.isAkin(old, fresh)));
    }

    private List<Integer> places(String old) {
        List<Integer> places = new ArrayList<>();
        for (int at = text.indexOf(old); at >= 0 && places.size() < MOST_PLACES; at = text.indexOf(old, at + 1)) {
            places.add(at);
        }
        return places;
    }

    private static boolean overlap(List<Integer> places, int length) {
        return IntStream.range(1, places.size()).anyMatch(i -> places.get(i) - places.get(i - 1) < length);
    }

    /** Whether the old text at this place is part of the new text that stands there. */
    private boolean isInside(int place, String old, String fresh) {
        for (int at = fresh.indexOf(old); at >= 0; at = fresh.indexOf(old, at + 1)) {
            if (!fresh.equals(old) && text.startsWith(fresh, place - at)) {
                return true;
            }
        }
        return false;
    }

    /** A blank line quoted first and gone afterwards, found at the end of a line that is not blank. */
    private boolean joinsLines(int place, String old, String fresh) {
        return old.startsWith("\n")
                && !fresh.isEmpty()
                && !fresh.startsWith("\n")
                && place > 0
                && text.charAt(place - 1) != '\n';
    }

    /** A blank line that is quoted first or last is the end of another line. */
    private boolean takesLineEnd(int place, String old) {
        int end = place + old.length();
        boolean first = old.startsWith("\n") && place > 0 && text.charAt(place - 1) != '\n';
        boolean last = old.endsWith("\n") && end < text.length() && text.charAt(end) != '\n';
        return first || last;
    }

    private int line(int offset) {
        int at = Arrays.binarySearch(starts, offset);
        return at >= 0 ? at : -at - 2;
    }

    /** One splice for all places that share lines. */
    private List<LineSplice> splices(List<Integer> places, String old, String fresh, int number) {
        List<LineSplice> splices = new ArrayList<>();
        int next = 0;
        while (next < places.size()) {
            int first = line(places.get(next));
            int from = starts[first];
            int last = first;
            StringBuilder changed = new StringBuilder();
            do {
                int place = places.get(next++);
                changed.append(text, from, place).append(fresh);
                from = place + old.length();
                last = Math.min(file.size() - 1, line(from));
            } while (next < places.size() && line(places.get(next)) <= last);
            int end = starts[last + 1] - 1;
            changed.append(text, Math.min(from, end), end);
            splices.add(new LineSplice(first, last + 1, lines(changed, from > end), number).smallest(file));
        }
        return splices;
    }

    /** A line of which nothing is left goes; so does the line end of a text that took it along. */
    private static List<String> lines(StringBuilder changed, boolean tookLineEnd) {
        if (tookLineEnd && !changed.isEmpty() && changed.charAt(changed.length() - 1) == '\n') {
            changed.setLength(changed.length() - 1);
        }
        return changed.isEmpty() ? List.of() : List.of(changed.toString().split("\n", -1));
    }
}
