package dev.mulligan.explain.output;

import java.util.ArrayList;
import java.util.List;

/** {@code go test -json} wraps each piece of plain output in an object; this takes it out again. */
final class GoJson {
    private static final String ACTION = "\"Action\":\"";
    private static final String OUTPUT = "\"Output\":\"";

    private GoJson() {}

    static List<String> unwrap(List<String> lines) {
        if (lines.stream().noneMatch(GoJson::event)) return lines;
        List<String> out = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String l : lines) {
            if (!event(l)) {
                out.add(l);
                continue;
            }
            int at = l.indexOf(OUTPUT);
            if (at < 0) continue;
            open.append(decode(l, at + OUTPUT.length()));
            int nl = open.lastIndexOf("\n");
            if (nl < 0) continue;
            out.addAll(List.of(open.substring(0, nl).split("\n", -1)));
            open.delete(0, nl + 1);
        }
        if (!open.isEmpty()) out.add(open.toString());
        return out;
    }

    private static boolean event(String l) {
        return l.startsWith("{")
                && l.endsWith("}")
                && l.contains(ACTION)
                && (l.contains("\"Package\":") || l.contains("\"ImportPath\":"));
    }

    private static String decode(String json, int from) {
        StringBuilder b = new StringBuilder();
        for (int i = from; i < json.length() && json.charAt(i) != '"'; i++) {
            char c = json.charAt(i);
            if (c != '\\' || i + 1 >= json.length()) {
                b.append(c);
                continue;
            }
            char e = json.charAt(++i);
            switch (e) {
                case 'n' -> b.append('\n');
                case 't' -> b.append('\t');
                case 'r' -> b.append('\r');
                case 'u' -> {
                    b.append(unicode(json, i + 1));
                    i += 4;
                }
                default -> b.append(e);
            }
        }
        return b.toString();
    }

    private static char unicode(String json, int from) {
        try {
            return (char) Integer.parseInt(json.substring(from, Math.min(json.length(), from + 4)), 16);
        } catch (NumberFormatException notHex) {
            return '?';
        }
    }
}
