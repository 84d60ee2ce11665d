package dev.mulligan.workspace.patch.parse;

/** What stands between tags, freed of what only sets it apart from them. */
public final class TagText {
    private static final String RULE = "\n===\n";

    private TagText() {}

    /** A file's text: it starts behind the line end of its tag, and ends with one. */
    public static String fileText(String raw) {
        String value = trimmed(raw);
        boolean lines = isSetApart(withoutCdata(raw));
        return lines || !value.endsWith("\n") ? value + "\n" : value;
    }

    /** Without the blanks before a closing tag on a line of its own, and without lines of {@code ===} around the text. */
    public static String withoutFrame(String raw) {
        int last = raw.lastIndexOf('\n');
        String text = last >= 0 && raw.substring(last).isBlank() ? raw.substring(0, last + 1) : raw;
        boolean ruled = text.length() >= RULE.length() * 2 - 1 && text.startsWith(RULE) && text.endsWith(RULE);
        return ruled ? text.substring(RULE.length() - 1, text.length() - RULE.length() + 1) : text;
    }

    /** Whether half of such a frame is left. */
    public static boolean isHalfFramed(String text) {
        return text.startsWith(RULE) != text.endsWith(RULE);
    }

    public static boolean isSetApart(String text) {
        return text.length() > 1 && text.startsWith("\n") && text.endsWith("\n");
    }

    public static String withoutCdata(String raw) {
        String value = raw.strip();
        return value.startsWith("<![CDATA[") && value.endsWith("]]>")
                ? value.substring("<![CDATA[".length(), value.length() - "]]>".length())
                : raw;
    }

    /** Without the line ends that only set the text apart from its tags. */
    public static String trimmed(String raw) {
        String value = withoutCdata(raw);
        if (isSetApart(value)) {
            return value.substring(1, value.length() - 1);
        }
        return value.equals("\n") ? "" : value;
    }
}
