package dev.mulligan.config;

import java.util.regex.Pattern;

/** What can be sent as a header. Anything else would end the request in the middle of being written. */
public final class HeaderSyntax {

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e]*");

    private HeaderSyntax() {}

    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    public static boolean isValue(String text) {
        return VALUE.matcher(text).matches();
    }
}
