package dev.mulligan.cli.support;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A filter: one JSON object a line in, one out. A bad line is reported with its number; the others still count. */
public final class JsonLines {

    private JsonLines() {}

    public static int filter(String file, PrintWriter out, PrintWriter err, Function<JsonObject, JsonObject> each)
            throws IOException {
        int[] bad = {0};
        StringBuilder buffer = new StringBuilder();
        each(file, (place, line) -> {
            try {
                buffer.append(Json.write(each.apply(Json.parseObject(line)))).append('\n');
            } catch (JsonException e) {
                bad[0]++;
                err.println(TerminalText.clean("mulligan: " + place.of(e)));
            }
            if (buffer.length() > 65536) {
                out.print(buffer);
                buffer.setLength(0);
            }
        });
        out.print(buffer);
        out.flush();
        return bad[0] == 0 ? ExitCode.OK : ExitCode.USAGE;
    }

    /** Where a line stands. */
    public record Place(String file, int line) {

        /** What is wrong with it, and where. */
        public String of(JsonException mistake) {
            return mistake.within(file, line);
        }
    }

    /** Each line that is not blank, with where it stands. */
    public static void each(String file, BiConsumer<Place, String> line) throws IOException {
        try (BufferedReader lines = Inputs.lines(file)) {
            int number = 0;
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                number++;
                if (!next.isBlank()) {
                    line.accept(new Place(Inputs.name(file), number), next);
                }
            }
        }
    }
}
