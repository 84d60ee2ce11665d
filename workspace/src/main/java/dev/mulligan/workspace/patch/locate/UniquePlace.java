package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.text.TextFile;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

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

    /** The only place whose enclosing block starts with the text after {@code @@}; each further line narrows it. */
    static OptionalInt inSection(TextFile file, List<Integer> places, String section) {
        List<String> anchors = section.lines().map(String::strip).toList();
        if (anchors.size() > 1) {
            List<Integer> narrow = narrowed(file, places, anchors);
            return narrow.size() == 1 ? OptionalInt.of(narrow.getFirst()) : OptionalInt.empty();
        }
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

    /** The places in the block of the last anchor, each of which must stand once in the block of the one before. */
    private static List<Integer> narrowed(TextFile file, List<Integer> places, List<String> anchors) {
        List<Integer> block = IntStream.range(0, file.size()).boxed().toList();
        int opening = -1;
        for (String anchor : anchors) {
            List<Integer> found = block.stream()
                    .filter(line -> file.text(line).strip().startsWith(anchor))
                    .toList();
            if (found.size() != 1) {
                return List.of();
            }
            opening = found.getFirst();
            block = block(file, opening);
        }
        int anchored = opening;
        List<Integer> inside = block;
        return places.stream()
                .filter(place -> place == anchored || inside.contains(place))
                .toList();
    }

    /** The lines behind one that are indented more than it is. */
    private static List<Integer> block(TextFile file, int opening) {
        int indent = indent(file.text(opening));
        return IntStream.range(opening + 1, file.size())
                .takeWhile(line -> file.text(line).isBlank() || indent(file.text(line)) > indent)
                .boxed()
                .toList();
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
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
