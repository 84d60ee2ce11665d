package dev.mulligan.explain;

import dev.mulligan.explain.format.JsonReportParser;
import dev.mulligan.explain.format.JunitXmlParser;
import dev.mulligan.explain.format.TapParser;
import dev.mulligan.explain.output.ToolParser;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the output is, when somebody knows it better than its shape tells. */
public enum InputFormat {
    /** Recognised by its shape. */
    AUTO,
    JUNIT,
    TAP,
    SARIF,
    /** eslint's JSON and that of other linters and test runners. */
    JSON;

    private static final Pattern TAP_LINE = Pattern.compile("(?m)^\\s*(?:TAP version \\d+|1\\.\\.\\d+|(?:not )?ok\\b)");
    private static final Pattern JSON_LINE = Pattern.compile("(?m)^\\s*[\\[{]");

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<InputFormat> named(String name) {
        return Arrays.stream(values())
                .filter(f -> f.wireName().equals(name) || (f == JSON && name.equals("eslint-json")))
                .findFirst();
    }

    /** Whether a text can be of this format at all. Lines of other programs may stand around it. */
    public boolean fits(String text) {
        return switch (this) {
            case AUTO -> true;
            case JUNIT -> text.contains("<testsuite") || text.contains("<testcase");
            case TAP -> TAP_LINE.matcher(text).find();
            case SARIF -> text.contains("\"runs\"");
            case JSON -> JSON_LINE.matcher(text).find();
        };
    }

    List<ToolParser> parsers() {
        return switch (this) {
            case AUTO -> ToolParsers.KNOWN;
            case JUNIT -> List.of(new JunitXmlParser());
            case TAP -> List.of(new TapParser());
            case SARIF -> List.of(new JsonReportParser(true));
            case JSON -> List.of(new JsonReportParser(false));
        };
    }

    List<ToolParser> fallbacks() {
        return this == AUTO ? ToolParsers.FALLBACKS : List.of();
    }
}
