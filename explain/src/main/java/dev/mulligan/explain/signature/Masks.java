package dev.mulligan.explain.signature;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Takes out of a message what differs between two runs of one failure. Values stay: {@code 25 == 30} and
 * {@code 20 == 30} are two failures.
 */
public final class Masks {
    private static final int TEXT = 4_000;

    private record Mask(Pattern pattern, String with) {
        static Mask of(String regex, String with) {
            return new Mask(Pattern.compile(regex), Matcher.quoteReplacement(with));
        }

        static Mask keeping(String regex, String with) {
            return new Mask(Pattern.compile(regex), with);
        }
    }

    private static final List<Mask> ALWAYS = List.of(
            Mask.of(
                    "\\b(?:19|20)\\d\\d[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?(?:Z|UTC|[+-]\\d\\d:?\\d\\d))*(?: m=[+-][\\d.]+)?",
                    "<date>"),
            Mask.of("\\b\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?\\b", "<time>"),
            // How long it took, in brackets at the end, is no value, whatever stands before it.
            Mask.of(" \\(\\d+(?:\\.\\d+)? ?(?:ns|us|µs|μs|ms|s|secs?|seconds?)\\)$", ""),
            Mask.of("(?i)\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b", "<uuid>"),
            Mask.of("0[xX][0-9a-fA-F]{4,}", "<addr>"),
            Mask.keeping("([A-Za-z$_;\\])])@[0-9a-f]{4,8}\\b", "$1@<hash>"),
            Mask.keeping("\\$\\$Lambda[$/\\w]*", "<lambda>"),
            Mask.keeping(
                    "(?:/private)?(?:/var/tmp|/tmp|/dev/shm|/var/folders/\\w+/\\w+/T)(?:/[^\\s/'\"`<>()\\[\\],;:]+)*/[^\\s/'\"`<>()\\[\\],;:]+(/[^\\s/'\"`<>()\\[\\],;:]+)",
                    "<tmp>$1"),
            Mask.of(
                    "(?:/private)?(?:/var/tmp|/tmp|/dev/shm|/var/folders/\\w+/\\w+/T)/[^\\s/'\"`<>()\\[\\],;:]+",
                    "<tmp>"),
            Mask.of("(?i)[a-z]:[\\\\/](?:[^\\s'\"<>|]+[\\\\/])*te?mp[\\\\/][^\\s'\"<>|]+", "<tmp>"),
            Mask.keeping("(?:file://)?(?:/[\\w.@+~-]+)+/([\\w.@+~-]+\\.\\w+)", "$1"),
            Mask.keeping("(\\.[A-Za-z]\\w{0,4}):\\d+(?::\\d+)?\\b", "$1"),
            Mask.keeping("(\\.[A-Za-z]\\w{0,4})[:(]?[\\[(]\\d+[,:] ?\\d+[\\])]", "$1"),
            Mask.keeping("(?i)\\b(lines?|column|col|char(?:acter)?|position|offset) \\d+(?:-\\d+)?", "$1"),
            Mask.of("\\(\\d+:\\d+\\)", "<at>"),
            Mask.keeping(
                    "(?i)(localhost|\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|::1?\\]?):\\d{2,5}\\b", "$1:<port>"),
            Mask.keeping("(?i)\\b(port|pid|process|seed|thread|worker|goroutine)([ =:#]*)\\(?\\d+(?: \\d+)?\\)?", "$1"),
            Mask.keeping("ThreadId\\(\\d+\\)", "ThreadId"),
            Mask.of("\\b\\d+#\\d+(?::|\\b)", "<pid>"),
            Mask.of("\\b1[5-9]\\d{8}(?:\\d{3}|\\d{6}|\\d{9})?(?:\\.\\d+)?\\b", "<epoch>"));

    /** These may be the very values a test compares, so a line that compares for equality keeps them. */
    private static final List<Mask> UNLESS_EQUALITY = List.of(
            Mask.of(
                    "(?i)\\b\\d+(?:\\.\\d+)?(?:e-?\\d+)? ?(?:ns|us|µs|μs|ms|millis(?:econds)?|milliseconds?|s|secs?|seconds?|min|minutes?)\\b",
                    "<duration>"),
            Mask.of("\\b\\d+\\.\\d{5,}(?:e-?\\d+)?\\b|\\b\\d(?:\\.\\d+)?e-\\d+\\b", "<measure>"),
            Mask.of("\\b(?:[0-9]+[a-f]|[a-f]+[0-9])[0-9a-f]{10,}\\b", "<hex>"),
            Mask.of("\\b\\d{14,}\\b", "<number>"));

    private static final Pattern EQUALITY = Pattern.compile(
            "(?i)[!=]==?|\\bequal|\\bexpected\\b|\\breceived\\b|\\bactual\\b|\\bleft:|\\bright:|\\bgot\\b|\\bwant\\b|\\bto be\\b|diff:|^[-+] ");
    private static final Pattern ORDERING = Pattern.compile(
            "(?i)(?:^|\\s)[<>]=?\\s|less than|greater than|\\bwithin\\b|at most|at least|\\btook\\b|\\belapsed\\b|timed? ?out|duration|too slow|to be (?:below|above)");

    private Masks() {}

    public static String apply(String text) {
        List<String> out = new ArrayList<>();
        for (String line : TextLines.clip(text, TEXT).split("\n", -1)) {
            String masked = line(line);
            if (!masked.isEmpty()) out.add(masked);
        }
        return String.join("\n", out);
    }

    private static String line(String line) {
        String s = quotes(line);
        if (plain(s)) return squeeze(s);
        for (Mask m : ALWAYS) s = m.pattern().matcher(s).replaceAll(m.with());
        if (!EQUALITY.matcher(s).find() || ORDERING.matcher(s).find()) {
            for (Mask m : UNLESS_EQUALITY) s = m.pattern().matcher(s).replaceAll(m.with());
        }
        return squeeze(s);
    }

    /** Every mask needs a digit, a path or a generated name. */
    private static boolean plain(String s) {
        return s.indexOf('/') < 0
                && s.indexOf('\\') < 0
                && s.indexOf('$') < 0
                && s.chars().noneMatch(c -> c >= '0' && c <= '9');
    }

    /** Compilers choose quotes by locale. */
    private static String quotes(String s) {
        return s.replace('‘', '\'')
                .replace('’', '\'')
                .replace('`', '\'')
                .replace('“', '"')
                .replace('”', '"');
    }

    private static String squeeze(String s) {
        StringBuilder b = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            boolean space = Character.isWhitespace(c);
            if (!space) b.append(c);
            else if (!b.isEmpty() && b.charAt(b.length() - 1) != ' ') b.append(' ');
        }
        return b.toString().strip();
    }
}
