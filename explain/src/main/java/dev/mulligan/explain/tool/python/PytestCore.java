package dev.mulligan.explain.tool.python;

import java.util.ArrayList;
import java.util.List;

/** The part of an explanation that is the same at every verbosity. */
final class PytestCore {
    private static final int LINES = 8;

    private PytestCore() {}

    static String of(List<String> explanation) {
        List<String> kept = new ArrayList<>();
        List<String> detail = new ArrayList<>();
        boolean compared = false;
        for (String raw : explanation) {
            String l = raw.strip();
            if (l.startsWith("Full diff") || l.startsWith("Use -v") || l.startsWith("...Full output truncated")) break;
            if (compared && verbosity(l)) continue;
            if (l.isEmpty()) continue;
            String text = l.startsWith("AssertionError: ") ? l.substring("AssertionError: ".length()) : l;
            if (!compared && text.startsWith("assert ")) {
                compared = true;
                kept.add(text);
            } else if (compared) {
                detail.add(l);
            } else {
                kept.add(text);
            }
        }
        if (!detail.isEmpty()) {
            kept.removeLast();
            kept.addAll(sided(detail));
        }
        return String.join("\n", kept.subList(0, Math.min(LINES, kept.size())));
    }

    /** What only explains where a value came from, or tells that something was left out. */
    private static boolean verbosity(String l) {
        return l.startsWith("+  where")
                || l.startsWith("+    where")
                || l.startsWith("and   ")
                || l.startsWith("+  and")
                || l.contains(" = <bound method ")
                || l.startsWith("? ")
                || l.startsWith("Omitting ")
                || l.startsWith("Skipping ")
                || l.startsWith("...");
    }

    /** A named difference is enough; the marked lines below it grow with verbosity. */
    private static List<String> sided(List<String> detail) {
        for (int i = 0; i < detail.size(); i++) {
            if (detail.get(i).startsWith("At index ")) return List.of(detail.get(i));
            if (detail.get(i).startsWith("Differing items")) return detail.subList(i, detail.size());
        }
        return detail;
    }
}
