package dev.mulligan.explain.output;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * The cleaned lines of both streams, one after the other. A parser claims the lines it understood, so that what one
 * tool printed inside another tool's report is not counted twice.
 */
public final class Output {
    private final ToolRun run;
    private final List<String> lines;
    private final int stdoutLines;
    private final BitSet claimed = new BitSet();

    private Output(ToolRun run, List<String> lines, int stdoutLines) {
        this.run = run;
        this.lines = lines;
        this.stdoutLines = stdoutLines;
    }

    public static Output of(ToolRun run) {
        List<String> out = GoJson.unwrap(Cleaner.lines(run.stdout()));
        List<String> err = Cleaner.lines(run.stderr());
        List<String> both = new ArrayList<>(out.size() + err.size() + 1);
        both.addAll(out);
        both.add("");
        both.addAll(err);
        return new Output(run, List.copyOf(both), out.size());
    }

    public ToolRun run() {
        return run;
    }

    public List<String> lines() {
        return lines;
    }

    public int size() {
        return lines.size();
    }

    public String line(int i) {
        return i >= 0 && i < lines.size() ? lines.get(i) : "";
    }

    /** Where the stream that holds this line ends. */
    public int streamEnd(int line) {
        return line <= stdoutLines ? stdoutLines : lines.size();
    }

    public void claim(int from, int to) {
        claimed.set(Math.max(0, from), Math.max(Math.max(0, from), Math.min(to, lines.size())));
    }

    public boolean claimed(int i) {
        return claimed.get(i);
    }

    /** What was claimed up to now. */
    public record Claims(BitSet lines) {}

    public Claims claims() {
        return new Claims((BitSet) claimed.clone());
    }

    /** A parser that understood nothing in the end must not hide lines from those after it. */
    public void restore(Claims before) {
        claimed.clear();
        claimed.or(before.lines());
    }

    public boolean anyClaimed() {
        return !claimed.isEmpty();
    }

    public boolean any(Predicate<String> test) {
        return lines.stream().anyMatch(test);
    }

    public int find(int from, Predicate<String> test) {
        for (int i = Math.max(0, from); i < lines.size(); i++) if (test.test(lines.get(i))) return i;
        return -1;
    }
}
