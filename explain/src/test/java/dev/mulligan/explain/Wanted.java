package dev.mulligan.explain;

import dev.mulligan.explain.output.ToolError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Does an extracted error hold what the recorded run says a fixer needs? */
final class Wanted {
    private Wanted() {}

    static boolean matches(ToolError e, Map<String, Object> want) {
        return place(e, want) && test(e, want) && message(e, want);
    }

    private static boolean test(ToolError e, Map<String, Object> want) {
        return !(want.get("test") instanceof String t) || e.test().orElse("").contains(t);
    }

    private static boolean message(ToolError e, Map<String, Object> want) {
        return !(want.get("message") instanceof List<?> parts)
                || parts.stream().allMatch(p -> e.message().contains(String.valueOf(p)));
    }

    private static boolean place(ToolError e, Map<String, Object> want) {
        List<Map<?, ?>> spots = new ArrayList<>();
        spots.add(want);
        if (want.get("alsoAt") instanceof List<?> more) more.forEach(m -> spots.add((Map<?, ?>) m));
        return spots.stream().anyMatch(s -> at(e, s));
    }

    private static boolean at(ToolError e, Map<?, ?> spot) {
        if (!(spot.get("file") instanceof String file)) return true;
        String got = e.file().orElse("");
        boolean sameFile = got.equals(file) || got.endsWith("/" + file) || (!got.isEmpty() && file.endsWith("/" + got));
        return sameFile
                && (!(spot.get("line") instanceof Integer line) || e.line().orElse(-1) == line);
    }
}
