package dev.mulligan.workspace.patch.text;

import java.util.List;
import java.util.Map;

/** Answers that went through something that escapes HTML. */
public final class HtmlEntities {
    private static final Map<String, String> ENTITIES = Map.of(
            "&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", "\"", "&#39;", "'", "&#x27;", "'", "&apos;", "'", "&#34;",
            "\"");
    private static final int LONGEST = 6;

    private HtmlEntities() {}

    public static boolean occurIn(String text) {
        return text.indexOf('&') >= 0 && ENTITIES.keySet().stream().anyMatch(text::contains);
    }

    /** One level of escaping undone. */
    public static String decode(String text) {
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

    /** A character that escaping would have changed. */
    public static boolean hasBare(String text) {
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

    public static boolean isMarkup(String path) {
        return List.of(".html", ".htm", ".xml", ".xhtml", ".svg", ".jsx", ".tsx", ".vue", ".svelte", ".md", ".mdx")
                .stream()
                .anyMatch(path::endsWith);
    }
}
