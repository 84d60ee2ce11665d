package dev.mulligan.orchestrator.prompt;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

/** Files of a folder that a text names, each around the line it names. One pass over a bounded text. */
final class NamedFiles {

    private static final int MOST_TEXT = 20_000;
    private static final int MOST_FILES = 5;
    private static final long MOST_BYTES = 1_000_000;
    private static final int LINES_AROUND = 15;
    private static final int LINES_WHOLE = 60;
    private static final int MOST_CHARS = 3_000;
    private static final List<String> PRIVATE = List.of(".git", ".mulligan");

    /** A part of a file; {@code title} says which. */
    record Part(String title, String text) {}

    private NamedFiles() {}

    static List<Part> in(String text, Path folder) {
        Map<Path, Integer> found = new LinkedHashMap<>();
        StringTokenizer words =
                new StringTokenizer(text.substring(0, Math.min(MOST_TEXT, text.length())), " \t\r\n\"'`()[]{}<>,;=|");
        while (words.hasMoreTokens() && found.size() < MOST_FILES) {
            note(words.nextToken(), folder, found);
        }
        List<Part> parts = new ArrayList<>();
        found.forEach((path, line) -> part(folder, path, line, parts));
        return parts;
    }

    /** A word such as {@code src/cart.py:12:5} or {@code cart.py::test_total}. */
    private static void note(String word, Path folder, Map<Path, Integer> found) {
        int colon = word.indexOf(':');
        String name = colon < 0 ? word : word.substring(0, colon);
        while (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.length() < 2 || name.length() > 500) {
            return;
        }
        try {
            Path path = folder.resolve(name).normalize();
            boolean ours = path.startsWith(folder)
                    && !path.equals(folder)
                    && !PRIVATE.contains(folder.relativize(path).getName(0).toString());
            if (ours
                    && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && path.toRealPath().startsWith(folder.toRealPath())) {
                found.putIfAbsent(path, colon < 0 ? 0 : number(word, colon + 1));
            }
        } catch (InvalidPathException | IOException e) {
            // Not every word is a path, and not every path can be followed.
        }
    }

    private static int number(String word, int from) {
        int value = 0;
        for (int i = from; i < word.length() && i < from + 7 && Character.isDigit(word.charAt(i)); i++) {
            value = value * 10 + Character.digit(word.charAt(i), 10);
        }
        return value;
    }

    private static void part(Path folder, Path path, int line, List<Part> parts) {
        try {
            if (Files.size(path) > MOST_BYTES) {
                return;
            }
            List<String> lines = Files.readAllLines(path);
            int from = line == 0 ? 0 : Math.min(lines.size(), Math.max(0, line - 1 - LINES_AROUND));
            int to = Math.min(lines.size(), line == 0 ? LINES_WHOLE : line + LINES_AROUND);
            String text = String.join("\n", lines.subList(Math.min(from, to), to));
            String title = folder.relativize(path) + ", lines " + (from + 1) + " to " + to + " of " + lines.size();
            parts.add(new Part(title, text.substring(0, Math.min(MOST_CHARS, text.length()))));
        } catch (MalformedInputException e) {
            // No text: nothing to show.
        } catch (IOException e) {
            parts.add(new Part(folder.relativize(path).toString(), "cannot be read: " + e.getMessage()));
        }
    }
}
