package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.trace.GoPanic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The output of one Go test while it is being collected. */
final class GoTest {
    private static final Pattern ENTRY = Pattern.compile("^\\s+([^\\s:]+\\.go):(\\d+): ?(.*)$");
    private static final Pattern TRACE = Pattern.compile("Error Trace:\\s+(\\S+\\.go):(\\d+)");
    private static final Pattern COMPLAINT = Pattern.compile(
            "(?i)\\bwant(?:ed)?\\b|\\bgot\\b|expect|!=|\\berror\\b|fail|mismatch|unexpected|not equal|should|must|invalid|cannot|can't|missing|differ|diff \\(|wrong|\\bnil\\b|timed? ?out");

    private record Entry(SourcePlace at, List<String> text) {
        String message() {
            return TextLines.block(text);
        }
    }

    private final String name;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> example = new ArrayList<>();
    private @Nullable GoPanic panic;
    private boolean failed;

    GoTest(String name) {
        this.name = name;
    }

    void fail() {
        failed = true;
    }

    void panicked(GoPanic p) {
        panic = p;
        failed = true;
    }

    boolean saysNothing() {
        return panic == null && entries.isEmpty() && example.isEmpty();
    }

    boolean failed() {
        return failed;
    }

    void add(String line) {
        Matcher m = ENTRY.matcher(line);
        if (m.find()) {
            List<String> text = new ArrayList<>();
            text.add(m.group(3));
            entries.add(new Entry(new SourcePlace(m.group(1), TextLines.number(m.group(2))), text));
        } else if (!entries.isEmpty() && entries.getLast().text().size() < 60) {
            entries.getLast().text().add(line.strip());
        }
    }

    /** An example that printed something else than its comment says. */
    void output(String line) {
        if (example.size() < 60) example.add(line);
    }

    /** A test fails with its subtests; the subtests say why. */
    boolean parentOf(Collection<GoTest> all) {
        return panic == null
                && entries.stream()
                        .noneMatch(e -> COMPLAINT.matcher(e.message()).find())
                && all.stream().anyMatch(t -> t.failed && t.name.startsWith(name + "/"));
    }

    Finding finding(String pkg, @Nullable SourcePlace race) {
        GoPanic p = panic;
        if (p != null) return named(pkg, p.place(), p.message(), p.message());
        List<Entry> told = entries.stream()
                .filter(e -> COMPLAINT.matcher(e.message()).find())
                .toList();
        if (told.isEmpty()) told = entries.isEmpty() ? List.of() : List.of(entries.getLast());
        if (told.isEmpty()) {
            String output = TextLines.block(example);
            return named(pkg, null, output.isEmpty() ? "failed without a message" : output, output);
        }
        Entry first = told.getFirst();
        String message = String.join("\n", told.stream().map(Entry::message).toList());
        boolean runner = first.at().file().equals("testing.go");
        return named(pkg, runner && race != null ? race : place(first), message, message);
    }

    /** testify reports through its own helper and names the real place in the text. */
    private static SourcePlace place(Entry e) {
        Matcher m = TRACE.matcher(String.join("\n", e.text()));
        return m.find() ? new SourcePlace(m.group(1), TextLines.number(m.group(2))) : e.at();
    }

    private Finding named(String pkg, @Nullable SourcePlace at, String message, String core) {
        Finding f = name.isEmpty() ? Finding.diagnostic(at, message, core) : Finding.test(name, at, message, core);
        return new Finding(f.error(), pkg + " " + name, core);
    }
}
