package dev.mulligan.explain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * The cleaned lines of both streams, one after the other. A parser claims the lines it understood, so that what one
 * tool printed inside another tool's report is not counted twice.
 */
final class Output {
    private final ToolRun run;
    private final List<String> lines;
    private final int stdoutLines;
    private final BitSet claimed = new BitSet();

    private Output(ToolRun run, List<String> lines, int stdoutLines) {
        this.run = run;
        this.lines = lines;
        this.stdoutLines = stdoutLines;
    }

    static Output of(ToolRun run) {
        List<String> out = GoJson.unwrap(Cleaner.lines(run.stdout()));
        List<String> err = Cleaner.lines(run.stderr());
        List<String> both = new ArrayList<>(out.size() + err.size() + 1);
        both.addAll(out);
        both.add("");
        both.addAll(err);
        return new Output(run, List.copyOf(both), out.size());
    }

    ToolRun run() {
        return run;
    }

    List<String> lines() {
        return lines;
    }

    int size() {
        return lines.size();
    }

    String line(int i) {
        return i >= 0 && i < lines.size() ? lines.get(i) : "";
    }

    /** Where the stream that holds this line ends. */
    int streamEnd(int line) {
        return line <= stdoutLines ? stdoutLines : lines.size();
    }

    void claim(int from, int to) {
        claimed.set(Math.max(0, from), Math.max(Math.max(0, from), Math.min(to, lines.size())));
    }

    boolean claimed(int i) {
        return claimed.get(i);
    }

    /** What was claimed up to now. */
    record Claims(BitSet lines) {}

    Claims claims() {
        return new Claims((BitSet) claimed.clone());
    }

    /** A parser that understood nothing in the end must not hide lines from those after it. */
    void restore(Claims before) {
        claimed.clear();
        claimed.or(before.lines());
    }

    boolean anyClaimed() {
        return !claimed.isEmpty();
    }

    boolean any(Predicate<String> test) {
        return lines.stream().anyMatch(test);
    }

    int find(int from, Predicate<String> test) {
        for (int i = Math.max(0, from); i < lines.size(); i++) if (test.test(lines.get(i))) return i;
        return -1;
    }
}
