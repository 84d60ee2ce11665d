package dev.mulligan.explain;

import dev.mulligan.explain.output.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** One line of a corpus of real runs. */
record RecordedRun(String id, String group, String nearMissOf, ToolRun run, List<Map<String, Object>> errors) {

    static List<RecordedRun> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(l -> !l.isBlank())
                .map(RecordedRun::of)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static RecordedRun of(String line) {
        Map<String, Object> m = Json.object(line);
        OptionalInt exit = m.get("exit") instanceof Integer i ? OptionalInt.of(i) : OptionalInt.empty();
        ToolRun run = new ToolRun(text(m, "command"), exit, text(m, "stdout"), text(m, "stderr"));
        Object errors = m.getOrDefault("errors", List.of());
        return new RecordedRun(
                text(m, "id"), text(m, "group"), text(m, "nearMissOf"), run, (List<Map<String, Object>>) errors);
    }

    private static String text(Map<String, Object> m, String key) {
        return m.get(key) instanceof String s ? s : "";
    }
}
