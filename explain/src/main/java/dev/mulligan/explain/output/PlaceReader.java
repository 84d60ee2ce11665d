package dev.mulligan.explain.output;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** Places in source files as tools of any kind write them, wherever they stand in a line. */
public final class PlaceReader {
    private static final String FILE =
            "((?:[A-Za-z]:)?[\\w./\\\\@+~-]*\\w\\.[A-Za-z]\\w{0,9}|(?:[\\w./\\\\@+~-]*/)?(?:Rake|Make|GNUmake|Docker|Gem|Jenkins|Proc|Vagrant)file|SConstruct)";

    private static final Pattern PLACE = Pattern.compile(
            FILE
                    + "(?::(\\d+)(?:[:.]\\d+)?(?:-\\d+)?|\\((\\d+)(?:[,:] ?\\d+)?\\)| \\((\\d+):\\d+\\)|[\"'`]?,? (?:on )?line (\\d+)|: line (\\d+)| (\\d+):\\d+(?:-\\d+)?(?:\\s|$)| @ (\\d+)| (\\d+): )");

    /** Babel and others: the file first, the position at the end of the sentence. */
    private static final Pattern SPREAD = Pattern.compile("(/" + FILE.substring(1) + ": .*\\((\\d+):\\d+\\)");

    private static final Pattern SPOKEN = Pattern.compile(FILE + ": .*\\b(?:in|at|on|near) line (\\d+)");

    /** What a tool writes before the place when the place is what the line is about. */
    private static final Pattern LEAD = Pattern.compile(
            "^[\\s%│╭─┌\\[>*-]*(?:\\[\\w{1,12}\\]\\s+)?(?:(?i:error|warning|info|note|fatal)(?: in|:)?\\s*)?(?:[\\w+-][\\w.+ -]{0,20}: ?)?(?:In |File )?[\"(]?$");

    /**
     * A place and where it stands.
     *
     * @param leads nothing but the tool's own prefix comes before it
     */
    public record Found(SourcePlace frame, int start, int end, boolean leads) {}

    private PlaceReader() {}

    /** The first place in the line that is not inside a dependency. */
    public static Optional<Found> own(String line) {
        if (line.length() > 2_000 || line.chars().noneMatch(c -> c >= '0' && c <= '9')) return Optional.empty();
        Matcher m = PLACE.matcher(line);
        for (int from = 0; m.find(from); from = m.end()) {
            SourcePlace frame = new SourcePlace(file(m.group(1)), number(m));
            boolean link = line.lastIndexOf("://", m.start()) >= 0
                    && line.indexOf(' ', line.lastIndexOf("://", m.start())) > m.start();
            if (frame.line() > 0 && !frame.library() && !(link && !line.contains("file://"))) {
                String before = line.substring(0, m.start());
                return Optional.of(new Found(
                        frame, m.start(), m.end(), LEAD.matcher(before).find()));
            }
        }
        Optional<Found> apart = apart(SPREAD.matcher(line));
        return apart.isPresent() ? apart : apart(SPOKEN.matcher(line));
    }

    /** {@code AssertError@a.d} is a type and a file; {@code node_modules/@babel/core.js} is one file. */
    private static String file(String path) {
        int at = path.lastIndexOf('@');
        return at > 0 && path.indexOf('/', at) < 0 ? path.substring(at + 1) : path;
    }

    private static Optional<Found> apart(Matcher spread) {
        if (!spread.find()) return Optional.empty();
        SourcePlace frame = new SourcePlace(spread.group(1), TextLines.number(spread.group(2)));
        return frame.library() ? Optional.empty() : Optional.of(new Found(frame, spread.start(), spread.end(1), false));
    }

    private static int number(Matcher m) {
        for (int group = 2; group <= m.groupCount(); group++) {
            if (m.group(group) != null) return TextLines.number(m.group(group));
        }
        return 0;
    }
}
