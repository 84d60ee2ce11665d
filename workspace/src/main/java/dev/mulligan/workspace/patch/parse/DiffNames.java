package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.EditNames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** File names in diff headers, with what diff programs put around them taken off. */
public final class DiffNames {
    /** What Subversion and models write behind a name. */
    private static final List<String> NOTES =
            List.of("revision ", "working copy)", "nonexistent)", "old)", "new)", "original)", "modified)", "updated)");

    private DiffNames() {}

    /** Without quotes, time stamps, revisions; empty for {@code /dev/null}. */
    public static String clean(String raw) {
        String name = raw.strip();
        if (name.startsWith("\"")) {
            name = unquoted(name);
        } else {
            if (EpochDate.ends(name)) {
                return "";
            }
            int tab = name.indexOf('\t');
            name = withoutDate(tab < 0 ? name : name.substring(0, tab)).strip();
            int note = name.endsWith(")") ? name.lastIndexOf(" (") : -1;
            boolean revision = note > 0 && NOTES.stream().anyMatch(name.substring(note + 2)::startsWith);
            name = revision ? name.substring(0, note).strip() : name;
        }
        return name.equals("/dev/null") || name.equals("dev/null") || name.equals("NUL") ? "" : name;
    }

    private static String withoutDate(String name) {
        for (int at = name.indexOf(' '); at > 0; at = name.indexOf(' ', at + 1)) {
            if (isDate(name, at + 1)) {
                return name.substring(0, at);
            }
        }
        return name;
    }

    private static boolean isDate(String text, int at) {
        String shape = "0000-00-00";
        if (text.length() < at + shape.length()) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            char c = text.charAt(at + i);
            if (shape.charAt(i) == '-' ? c != '-' : c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** The two names of a {@code diff --git} line. */
    public static EditNames git(String line) {
        String rest = line.substring("diff --git ".length()).strip();
        if (rest.startsWith("\"")) {
            int close = closingQuote(rest);
            return new EditNames(unquoted(rest), clean(rest.substring(Math.min(rest.length(), close + 1))), true);
        }
        for (int at = rest.indexOf(' '); at > 0; at = rest.indexOf(' ', at + 1)) {
            String left = rest.substring(0, at);
            String right = rest.substring(at + 1);
            if (EditNames.stripped(left).equals(EditNames.stripped(right))) {
                return new EditNames(left, right, true);
            }
        }
        int middle = rest.indexOf(" b/");
        int split = middle > 0 ? middle : rest.indexOf(' ');
        return split < 0
                ? new EditNames(rest, rest, true)
                : new EditNames(clean(rest.substring(0, split)), clean(rest.substring(split + 1)), true);
    }

    private static int closingQuote(String text) {
        int at = 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    /** A name in git's C-style quotes. */
    private static String unquoted(String text) {
        int end = Math.min(closingQuote(text), text.length());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 1; i < end; i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 >= end) {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            char escape = text.charAt(++i);
            if (escape >= '0' && escape <= '3' && i + 2 < end) {
                bytes.write((escape - '0') * 64 + (text.charAt(i + 1) - '0') * 8 + (text.charAt(i + 2) - '0'));
                i += 2;
            } else {
                bytes.write(
                        switch (escape) {
                            case 'n' -> '\n';
                            case 't' -> '\t';
                            case 'r' -> '\r';
                            default -> escape;
                        });
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
