package dev.mulligan.cli.setup;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A version such as {@code 0.2.0} or {@code v0.2.0-rc.1}. What stands after a dash comes before the release itself. */
record ReleaseNumber(String text, List<Integer> parts, String before) implements Comparable<ReleaseNumber> {

    private static final Pattern FORM = Pattern.compile("v?(\\d{1,9}(?:\\.\\d{1,9}){0,3})(?:-([0-9A-Za-z.-]{1,40}))?");

    static Optional<ReleaseNumber> of(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        List<Integer> parts =
                Stream.of(form.group(1).split("\\.", -1)).map(Integer::valueOf).toList();
        String before = Optional.ofNullable(form.group(2)).orElse("");
        return Optional.of(new ReleaseNumber(form.group(1) + (before.isEmpty() ? "" : "-" + before), parts, before));
    }

    @Override
    public int compareTo(ReleaseNumber other) {
        for (int i = 0; i < Math.max(parts.size(), other.parts.size()); i++) {
            int order = Integer.compare(part(i), other.part(i));
            if (order != 0) {
                return order;
            }
        }
        return before.isEmpty() || other.before.isEmpty()
                ? Boolean.compare(before.isEmpty(), other.before.isEmpty())
                : before.compareTo(other.before);
    }

    private int part(int i) {
        return i < parts.size() ? parts.get(i) : 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
