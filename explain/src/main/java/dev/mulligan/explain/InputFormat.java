package dev.mulligan.explain;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the output is, when somebody knows it better than its shape tells. */
public enum InputFormat {
    /** Recognised by its shape. */
    AUTO,
    JUNIT,
    TAP,
    SARIF,
    /** eslint's JSON and that of other linters and test runners. */
    JSON;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<InputFormat> named(String name) {
        return Arrays.stream(values())
                .filter(f -> f.wireName().equals(name) || (f == JSON && name.equals("eslint-json")))
                .findFirst();
    }

    List<Parser> parsers() {
        return switch (this) {
            case AUTO -> Parsers.KNOWN;
            case JUNIT -> List.of(new JunitXmlParser());
            case TAP -> List.of(new TapParser());
            case SARIF -> List.of(new JsonReportParser(true));
            case JSON -> List.of(new JsonReportParser(false));
        };
    }

    List<Parser> fallbacks() {
        return this == AUTO ? Parsers.FALLBACKS : List.of();
    }
}
