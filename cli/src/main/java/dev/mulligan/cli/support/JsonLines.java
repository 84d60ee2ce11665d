package dev.mulligan.cli.support;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Function;

/** A filter: one JSON object a line in, one out. A bad line is reported with its number; the others still count. */
public final class JsonLines {

    private JsonLines() {}

    public static int filter(String file, PrintWriter out, PrintWriter err, Function<JsonObject, JsonObject> each)
            throws IOException {
        int bad = 0;
        StringBuilder buffer = new StringBuilder();
        try (BufferedReader lines = Inputs.lines(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                try {
                    buffer.append(Json.write(each.apply(Json.parseObject(line))))
                            .append('\n');
                } catch (JsonException e) {
                    bad++;
                    err.println(TerminalText.clean(
                            "mulligan: " + Inputs.name(file) + ", line " + number + ": " + e.getMessage()));
                }
                if (buffer.length() > 65536) {
                    out.print(buffer);
                    buffer.setLength(0);
                }
            }
        }
        out.print(buffer);
        out.flush();
        return bad == 0 ? ExitCode.OK : ExitCode.USAGE;
    }
}
