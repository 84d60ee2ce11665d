package dev.mulligan.workspace.patch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A random file, a random change to it, the diff of the change, and the diff damaged the way models damage diffs. */
final class DamagedDiff {
    private static final List<String> COMMON =
            List.of("", "}", "    }", "  end", "    return result;", "    });", "else:", "        break;");
    private static final String[] WORDS = {
        "count",
        "index",
        "reader",
        "value",
        "token",
        "parse",
        "next",
        "buffer",
        "state",
        "flush",
        "it's",
        "\"quoted\"",
        "List<String>",
        "a&&b"
    };

    private final Random random;
    final List<String> base = new ArrayList<>();
    final List<String> result = new ArrayList<>();
    final List<String> damages = new ArrayList<>();
    boolean mustRefuse;
    private final List<List<String>> hunks = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private boolean numbers = true;
    private int shift;

    DamagedDiff(Random random) {
        this.random = random;
        int size = 8 + random.nextInt(90);
        if (random.nextInt(3) == 0) {
            copies(size);
        } else {
            for (int i = 0; i < size; i++) {
                base.add(line());
            }
        }
        change();
    }

    /** Blocks that are alike but for a line, at times but for the indentation, at times not at all. */
    private void copies(int size) {
        List<String> block = new ArrayList<>();
        int lines = 2 + random.nextInt(7);
        for (int i = 0; i < lines; i++) {
            block.add(line());
        }
        while (base.size() < size) {
            List<String> copy = new ArrayList<>(block);
            switch (random.nextInt(5)) {
                case 0 -> copy.replaceAll(line -> line.isEmpty() ? line : "    " + line);
                case 1 -> {}
                default -> copy.set(random.nextInt(lines), line());
            }
            base.addAll(copy);
            for (int i = random.nextInt(3); i > 0; i--) {
                base.add(line());
            }
        }
    }

    private String line() {
        if (random.nextInt(4) == 0) {
            return COMMON.get(random.nextInt(COMMON.size()));
        }
        StringBuilder line = new StringBuilder("    ".repeat(random.nextInt(4)));
        int words = 1 + random.nextInt(4);
        for (int i = 0; i < words; i++) {
            line.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
            line.append(random.nextInt(3) == 0 ? "" : String.valueOf(random.nextInt(60)));
        }
        return line.append(';').toString();
    }

    private void change() {
        int context = random.nextInt(6) == 0 ? random.nextInt(2) : 3;
        int at = 0;
        int copied = 0;
        int edits = 1 + random.nextInt(3);
        for (int e = 0; e < edits && at < base.size(); e++) {
            int from = at + random.nextInt(Math.max(1, (base.size() - at) / (edits - e)));
            int removed = Math.min(random.nextInt(4), base.size() - from);
            int added = random.nextInt(4);
            if (removed + added == 0) {
                added = 1;
            }
            List<String> fresh = new ArrayList<>();
            for (int i = 0; i < added; i++) {
                fresh.add(line());
            }
            List<String> hunk = new ArrayList<>();
            int start = Math.max(at, from - context);
            base.subList(start, from).forEach(line -> hunk.add(" " + line));
            base.subList(from, from + removed).forEach(line -> hunk.add("-" + line));
            fresh.forEach(line -> hunk.add("+" + line));
            int end = Math.min(base.size(), from + removed + context);
            base.subList(from + removed, end).forEach(line -> hunk.add(" " + line));
            result.addAll(base.subList(copied, from));
            result.addAll(fresh);
            copied = from + removed;
            at = end;
            hunks.add(hunk);
            starts.add(start + 1);
        }
        result.addAll(base.subList(copied, base.size()));
    }

    /** The hunks of the change as it was meant, each line with its mark. */
    List<List<String>> hunks() {
        return hunks.stream().map(List::copyOf).toList();
    }

    /** The line each hunk starts at, from 1. */
    List<Integer> starts() {
        return List.copyOf(starts);
    }

    /** Damages the diff in up to three ways and writes it down. */
    String answer() {
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            damage(random.nextInt(12));
        }
        if (hunks.stream().anyMatch(this::quotesAnotherPlace)) {
            numbers = true;
            shift = 0;
        }
        StringBuilder out = new StringBuilder();
        boolean fenced = random.nextBoolean();
        out.append(fenced ? "Here is the change.\n\n```diff\n" : "").append("--- a/src/file.js\n+++ b/src/file.js\n");
        for (int i = 0; i < hunks.size(); i++) {
            out.append(header(i)).append('\n');
            hunks.get(i).forEach(line -> out.append(line).append('\n'));
        }
        return out.append(fenced ? "```\n" : "").toString();
    }

    private String header(int i) {
        if (!numbers) {
            return "@@ @@";
        }
        long old = hunks.get(i).stream().filter(line -> !line.startsWith("+")).count();
        long fresh = hunks.get(i).stream().filter(line -> !line.startsWith("-")).count();
        return "@@ -" + (starts.get(i) + shift) + "," + old + " +" + (starts.get(i) + shift) + "," + fresh + " @@";
    }

    private void damage(int kind) {
        switch (kind) {
            case 0 -> noted("no numbers", () -> numbers = false);
            case 1 -> noted("stale numbers", () -> shift = isEachUnique() ? random.nextInt(9) : 0);
            case 2 -> noted("blank context stripped", () -> eachLine(line -> line.equals(" ") ? "" : line));
            case 3 -> noted("hunk twice", this::repeatHunk);
            case 4 -> noted("out of order", this::reverse);
            case 5 -> noted("trailing blanks", () -> eachLine(line -> line.startsWith(" ") ? line + "  " : line));
            case 6 -> noted("outdented", this::outdent);
            case 7 ->
                noted(
                        "curly",
                        () -> eachLine(line -> line.replace('\'', '\u2019').replace('"', '\u201D')));
            case 8 -> noted("context left out", this::dropContext);
            case 9 -> noted("context reworded", this::rewordContext);
            case 10 -> noted("removed line altered", this::alterRemoved);
            default -> noted("tabs", () -> eachLine(DamagedDiff::tabbed));
        }
    }

    private void noted(String name, Runnable damage) {
        damages.add(name);
        damage.run();
    }

    private interface Edit {
        String of(String line);
    }

    private void eachLine(Edit edit) {
        hunks.forEach(hunk -> hunk.replaceAll(edit::of));
    }

    private static String tabbed(String line) {
        if (line.isEmpty()) {
            return line;
        }
        String body = line.substring(1);
        if (body.startsWith("\t")) {
            return line;
        }
        int spaces = body.length() - body.stripLeading().length();
        return line.charAt(0) + "\t".repeat(spaces / 4) + " ".repeat(spaces % 4) + body.stripLeading();
    }

    /** Where the old lines stand more than once, a wrong number is a wrong answer, not a damaged one. */
    private boolean isEachUnique() {
        String all = squeezed(base);
        return hunks.stream().allMatch(hunk -> {
            String old = squeezed(hunk.stream()
                    .filter(line -> !line.startsWith("+"))
                    .map(line -> line.isEmpty() ? line : line.substring(1))
                    .toList());
            return all.contains(old) && all.indexOf(old) == all.lastIndexOf(old);
        });
    }

    static String squeezed(List<String> lines) {
        return "\n" + String.join("\n", lines.stream().map(String::strip).toList()) + "\n";
    }

    private void repeatHunk() {
        int i = random.nextInt(hunks.size());
        hunks.add(i, new ArrayList<>(hunks.get(i)));
        starts.add(i, starts.get(i));
    }

    private void reverse() {
        Collections.reverse(hunks);
        Collections.reverse(starts);
    }

    /** Where a tab stands for a step as well, nobody could tell how wide it is. */
    private void outdent() {
        if (damages.contains("tabs")) {
            return;
        }
        for (List<String> hunk : hunks) {
            if (hunk.stream()
                    .allMatch(line -> line.startsWith("+")
                            || line.substring(Math.min(1, line.length())).isBlank())) {
                continue;
            }
            int common = hunk.stream()
                    .filter(line -> line.length() > 1 && !line.substring(1).isBlank())
                    .mapToInt(line -> line.substring(1).length()
                            - line.substring(1).stripLeading().length())
                    .min()
                    .orElse(0);
            hunk.replaceAll(line -> line.length() > common + 1 ? line.charAt(0) + line.substring(1 + common) : line);
        }
    }

    /** Context with context on both sides: beside a change nobody could tell what was lost. */
    private static List<Integer> contexts(List<String> hunk) {
        List<Integer> lines = new ArrayList<>();
        for (int i = 1; i < hunk.size() - 1; i++) {
            boolean inside = hunk.subList(i - 1, i + 2).stream().allMatch(line -> line.startsWith(" "));
            String text =
                    hunk.get(i).substring(Math.min(1, hunk.get(i).length())).strip();
            boolean once = hunk.stream()
                            .filter(line -> line.length() > 1
                                    && line.substring(1).strip().equals(text))
                            .count()
                    == 1;
            if (inside && once && !text.isEmpty()) {
                lines.add(i);
            }
        }
        return lines;
    }

    /** With a line left out it may be to the letter what stands elsewhere: only the number says that it is not meant. */
    private boolean quotesAnotherPlace(List<String> hunk) {
        String old = squeezed(hunk.stream()
                .filter(line -> !line.startsWith("+"))
                .map(line -> line.substring(Math.min(1, line.length())))
                .toList());
        return damages.contains("context left out") && squeezed(base).contains(old);
    }

    private void dropContext() {
        for (List<String> hunk : hunks) {
            List<Integer> lines = contexts(hunk);
            if (!lines.isEmpty()) {
                hunk.remove((int) lines.get(random.nextInt(lines.size())));
            }
        }
    }

    private void rewordContext() {
        for (List<String> hunk : hunks) {
            List<Integer> lines = contexts(hunk);
            if (!lines.isEmpty()) {
                int i = lines.get(random.nextInt(lines.size()));
                hunk.set(i, hunk.get(i).replace("count", "counter").replace("value", "values"));
            }
        }
    }

    /** Where the lines that are left stand in the file as well, the deletion looks done. */
    private boolean standsDone(List<String> hunk) {
        List<String> left = hunk.stream()
                .filter(line -> !line.startsWith("-"))
                .map(line -> line.substring(Math.min(1, line.length())))
                .toList();
        return squeezed(base).contains(squeezed(left));
    }

    private void alterRemoved() {
        for (List<String> hunk : hunks) {
            for (int i = 0; i < hunk.size(); i++) {
                boolean matters = !hunk.contains(
                        "+" + hunk.get(i).substring(Math.min(1, hunk.get(i).length())));
                if (hunk.get(i).startsWith("-") && hunk.get(i).length() > 3 && matters && !standsDone(hunk)) {
                    hunk.set(i, hunk.get(i) + " // altered");
                    mustRefuse = true;
                    return;
                }
            }
        }
    }
}
