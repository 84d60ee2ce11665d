package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.text.TextFile;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/** Picks one of several places, or none: a guess is worse than a refusal. */
final class UniquePlace {
    private UniquePlace() {}

    /** The stated line; the only place; or the nearest, if it is at most a third as far off as the next. */
    static OptionalInt among(List<Integer> places, OptionalInt stated) {
        if (places.size() == 1) {
            return OptionalInt.of(places.getFirst());
        }
        if (stated.isEmpty() || places.isEmpty()) {
            return OptionalInt.empty();
        }
        int line = stated.getAsInt();
        List<Integer> nearest = places.stream()
                .sorted(Comparator.comparingInt(place -> Math.abs(place - line)))
                .limit(2)
                .toList();
        long best = Math.abs(nearest.getFirst() - (long) line);
        long next = Math.abs(nearest.getLast() - (long) line);
        return best < next && best * 3 <= next ? OptionalInt.of(nearest.getFirst()) : OptionalInt.empty();
    }

    /** The only place whose enclosing block starts with the text after {@code @@}. */
    static OptionalInt inSection(TextFile file, List<Integer> places, String section) {
        long named = file.lines().stream()
                .filter(line -> line.text().strip().startsWith(section.strip()))
                .count();
        if (section.isBlank() || named != 1) {
            return OptionalInt.empty();
        }
        List<Integer> inside =
                places.stream().filter(place -> isInside(file, place, section)).toList();
        return inside.size() == 1 ? OptionalInt.of(inside.getFirst()) : OptionalInt.empty();
    }

    private static boolean isInside(TextFile file, int place, String section) {
        String wanted = section.strip();
        for (int i = place - 1; i >= 0; i--) {
            String line = file.text(i);
            if (line.strip().startsWith(wanted)) {
                return true;
            }
            boolean opensBlock = !line.isEmpty() && (Character.isLetter(line.charAt(0)) || line.charAt(0) == '_');
            if (opensBlock) {
                return false;
            }
        }
        return false;
    }
}
