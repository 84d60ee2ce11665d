package dev.mulligan.workspace.patch.parse;

/** What stands between tags, freed of what only sets it apart from them. */
public final class TagText {
    private TagText() {}

    /** A file's text: it starts behind the line end of its tag, and ends with one. */
    public static String fileText(String raw) {
        String value = trimmed(raw);
        boolean lines = isSetApart(withoutCdata(raw));
        return lines || !value.endsWith("\n") ? value + "\n" : value;
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
