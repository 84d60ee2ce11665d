package dev.mulligan.explain.tool.python;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.trace.PythonTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The report of one failing test: its name, where it went wrong and the lines pytest marks with {@code E}. */
final class PytestSection {
    private static final Pattern PLACE = Pattern.compile("^(\\S[^:\"]*\\.\\w+):(\\d+): ?(.*)$");
    private static final Pattern DEFINITION = Pattern.compile("^file (\\S.*), line (\\d+)$");
    private static final Pattern PHASE = Pattern.compile("^ERROR (?:at (?:setup|teardown) of|collecting) (.+)$");
    private static final String DOCTEST = "[doctest] ";
    private final String title;
    private final List<String> lines = new ArrayList<>();

    PytestSection(String title) {
        this.title = title;
    }

    void add(String line) {
        lines.add(line);
    }

    boolean collecting() {
        return title.startsWith("ERROR collecting ");
    }

    String name() {
        Matcher m = PHASE.matcher(title);
        String name = m.find() ? m.group(1) : title;
        return name.startsWith(DOCTEST) ? name.substring(DOCTEST.length()) : name;
    }

    /** Deepest frame in the project's own code, else the deepest of all. */
    @Nullable
    SourcePlace place() {
        SourcePlace own = null;
        SourcePlace any = null;
        for (String l : lines) {
            SourcePlace f = frame(l);
            if (f == null) continue;
            any = f;
            if (!f.library()) own = f;
        }
        return own == null ? any : own;
    }

    @Nullable
    SourcePlace firstOwn() {
        for (String l : lines) {
            SourcePlace f = frame(l);
            if (f != null && !f.library()) return f;
        }
        return null;
    }

    static @Nullable SourcePlace frame(String line) {
        Matcher m = PLACE.matcher(line);
        if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        Matcher definition = DEFINITION.matcher(line);
        if (line.startsWith("file ") && definition.find()) {
            return new SourcePlace(definition.group(1), TextLines.number(definition.group(2)));
        }
        return line.contains("File \"") ? StackFrameReader.of(line).orElse(null) : null;
    }

    /** The last block of {@code E} lines: earlier ones belong to exceptions that were handled on the way. */
    List<String> explanation() {
        List<String> block = new ArrayList<>();
        boolean inside = false;
        for (String l : lines) {
            boolean marked = l.equals("E") || l.startsWith("E  ");
            if (marked && !inside) block.clear();
            if (marked) block.add(l.substring(1));
            inside = marked;
        }
        if (!block.isEmpty()) return List.of(TextLines.block(block).split("\n", -1));
        return PythonTrace.message(lines);
    }
}
