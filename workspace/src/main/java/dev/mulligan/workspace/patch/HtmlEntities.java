package dev.mulligan.workspace.patch;

import java.util.List;
import java.util.Map;

/** Answers that went through something that escapes HTML. */
final class HtmlEntities {
    private static final Map<String, String> ENTITIES = Map.of(
            "&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", "\"", "&#39;", "'", "&#x27;", "'", "&apos;", "'", "&#34;",
            "\"");
    private static final int LONGEST = 6;

    private HtmlEntities() {}

    static boolean occurIn(String text) {
        return text.indexOf('&') >= 0 && ENTITIES.keySet().stream().anyMatch(text::contains);
    }

    /** One level of escaping undone. */
    static String decode(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            String entity = c == '&' ? entityAt(text, at) : "";
            out.append(entity.isEmpty() ? String.valueOf(c) : ENTITIES.get(entity));
            at += Math.max(1, entity.length());
        }
        return out.toString();
    }

    /** Added lines have escapes, no line at all has a bare character, and nothing quoted from a file settles it. */
    static boolean areUnproven(ParsedAnswer parsed) {
        boolean added = false;
        for (FileEdit edit : parsed.edits()) {
            if (!(edit instanceof FileEdit.Diff diff) || isMarkup(diff.shownPath())) {
                return false;
            }
            for (Hunk hunk : diff.hunks()) {
                for (HunkLine line : hunk.lines()) {
                    boolean escaped = occurIn(line.text());
                    if (hasBare(line.text()) || (escaped && line.isOld())) {
                        return false;
                    }
                    added |= escaped;
                }
            }
        }
        return added;
    }

    private static boolean hasBare(String text) {
        if (text.indexOf('<') >= 0 || text.indexOf('>') >= 0) {
            return true;
        }
        return decodedAmpersands(text) > 0;
    }

    private static long decodedAmpersands(String text) {
        long all = text.chars().filter(c -> c == '&').count();
        long entities = 0;
        for (int at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
            entities += entityAt(text, at).isEmpty() ? 0 : 1;
        }
        return all - entities;
    }

    private static String entityAt(String text, int at) {
        int end = at;
        while (end < text.length() && end - at < LONGEST) {
            if (text.charAt(end++) == ';') {
                String entity = text.substring(at, end);
                return ENTITIES.containsKey(entity) ? entity : "";
            }
        }
        return "";
    }

    private static boolean isMarkup(String path) {
        return List.of(".html", ".htm", ".xml", ".xhtml", ".svg", ".jsx", ".tsx", ".vue", ".svelte", ".md", ".mdx")
                .stream()
                .anyMatch(path::endsWith);
    }
}
