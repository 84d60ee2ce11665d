package dev.mulligan.failure.rule;

import java.util.ArrayList;
import java.util.List;

/** Takes the lines of the rule files apart. Without regular expressions: this runs at every start. */
final class PhraseLine {
    private PhraseLine() {}

    static List<String> split(String line, String separator) {
        List<String> items = new ArrayList<>();
        int start = 0;
        for (int at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, start)) {
            items.add(line.substring(start, at).strip());
            start = at + separator.length();
        }
        items.add(line.substring(start).strip());
        return items;
    }
}
