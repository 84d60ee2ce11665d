package dev.mulligan.workspace.patch.parse;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An answer as lines, freed of what is not part of it: colours, thinking, carriage returns.
 *
 * @param cutInLine whether it stops without a newline, as an answer that was cut off does
 * @param taken lines that a dialect has understood already; they are empty here
 */
public record AnswerLines(List<String> lines, boolean cutInLine, AnswerOrigin origin, BitSet taken) {
    private static final List<String> THOUGHTS =
            List.of("think", "thinking", "thought", "reasoning", "scratchpad", "analysis");

    public static AnswerLines of(String answer, AnswerOrigin origin) {
        String text = answer.startsWith("\uFEFF") ? answer.substring(1) : answer;
        if (text.indexOf('\r') >= 0) {
            text = text.replace("\r\n", "\n");
        }
        if (text.indexOf('\u001B') >= 0) {
            text = withoutColours(text);
        }
        boolean cut = !text.endsWith("\n");
        List<String> lines = new ArrayList<>();
        for (String line : withoutThoughts(split(text))) {
            addUnwrapped(lines, line);
        }
        return new AnswerLines(lines, cut, origin, new BitSet());
    }

    private static List<String> split(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        if (start < text.length()) {
            lines.add(text.substring(start));
        }
        return lines;
    }

    /** {@code <patch>--- a/x} on one line becomes two. */
    private static void addUnwrapped(List<String> lines, String line) {
        int close = line.startsWith("<") ? line.lastIndexOf('>', 200) : -1;
        int data = line.startsWith("<") ? line.indexOf("<![CDATA[") : -1;
        int split = data >= 0 ? data + "<![CDATA[".length() : close + 1;
        String rest = split > 0 && split < line.length() ? line.substring(split) : "";
        boolean starts = rest.startsWith("--- ")
                || rest.startsWith("diff --git ")
                || rest.startsWith("*** Begin Patch")
                || rest.startsWith("Index: ")
                || rest.startsWith("{");
        if (starts) {
            lines.add(line.substring(0, split));
            lines.add(rest);
        } else {
            lines.add(line);
        }
    }

    private static String withoutColours(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\u001B' && at + 1 < text.length() && text.charAt(at + 1) == '[') {
                at += 2;
                while (at < text.length() && (text.charAt(at) < '@' || text.charAt(at) > '~')) {
                    at++;
                }
                at++;
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    /** A leading {@code <think>} block is not part of the answer, whatever patches it tries out. */
    private static List<String> withoutThoughts(List<String> lines) {
        int at = 0;
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
        String first = at < lines.size() ? lines.get(at).strip().toLowerCase(Locale.ROOT) : "";
        for (String name : THOUGHTS) {
            if (!first.startsWith("<" + name + ">")) {
                continue;
            }
            String closing = "</" + name + ">";
            for (int i = at; i < lines.size(); i++) {
                int end = lines.get(i).toLowerCase(Locale.ROOT).indexOf(closing);
                if (end >= 0) {
                    List<String> rest = new ArrayList<>();
                    rest.add(lines.get(i).substring(end + closing.length()));
                    rest.addAll(lines.subList(i + 1, lines.size()));
                    return rest;
                }
            }
            return List.of();
        }
        return lines;
    }

    /** The file that a line names and nothing else, if it does. */
    public Optional<String> nameIn(int line) {
        return WrittenPath.alone(lines.get(line), origin.files());
    }

    public boolean whole() {
        return origin.whole();
    }

    /** Whether a dialect has understood one of these lines. */
    public boolean isTaken(int from, int to) {
        int next = taken.nextSetBit(Math.max(0, from));
        return next >= 0 && next < to;
    }

    /** The same answer with the lines of these regions emptied, for the next dialect. */
    public AnswerLines without(List<AnswerRegion> regions) {
        List<String> rest = new ArrayList<>(lines);
        BitSet all = (BitSet) taken.clone();
        for (AnswerRegion region : regions) {
            for (AnswerRegion.Span span : region.lines()) {
                int to = Math.min(span.to(), rest.size());
                all.set(span.from(), Math.max(span.from(), to));
                for (int i = span.from(); i < to; i++) {
                    rest.set(i, "");
                }
            }
        }
        return new AnswerLines(rest, cutInLine, origin, all);
    }
}
