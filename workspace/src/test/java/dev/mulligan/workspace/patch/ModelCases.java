package dev.mulligan.workspace.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Answers in the styles of real models, from the files in {@code answers}. A file of cases is a list of sections, each below a line
 * that begins with {@code %%%}: {@code case}, {@code before}, {@code answer}, and then {@code after} (a whole file), {@code swap} and
 * {@code with} (a change of one place), {@code gone}, or {@code refused} with the reason. Behind them {@code bare} (no line end at the end),
 * {@code crlf}, {@code bom}, {@code escaped}.
 */
final class ModelCases {
    private static final String MARK = "%%% ";
    private static final String BOM = "\uFEFF";

    private final Map<String, String> base;
    private final List<PeerCase> cases = new ArrayList<>();

    private ModelCases(Map<String, String> base) {
        this.base = base;
    }

    static List<PeerCase> of(String name) {
        Map<String, String> base = new TreeMap<>();
        for (Section section : sections("base")) {
            base.put(section.words.get(1), section.text());
        }
        ModelCases cases = new ModelCases(base);
        List<Section> one = new ArrayList<>();
        for (Section section : sections(name)) {
            if (section.words.getFirst().equals("case")) {
                cases.add(one);
                one.clear();
            }
            one.add(section);
        }
        cases.add(one);
        return List.copyOf(cases.cases);
    }

    private void add(List<Section> sections) {
        if (sections.isEmpty()) {
            return;
        }
        String name = sections.getFirst().rest();
        String answer = "";
        String refusal = "";
        Map<String, String> before = new LinkedHashMap<>(base);
        Map<String, String> after = new TreeMap<>(base);
        String swapped = "";
        String old = "";
        for (Section section : sections.subList(1, sections.size())) {
            String path = section.words.size() > 1 ? section.words.get(1) : "";
            switch (section.words.getFirst()) {
                case "before" -> {
                    before.put(path, section.text());
                    after.put(path, section.text());
                }
                case "answer" -> answer = section.text();
                case "after" -> after.put(path, section.text());
                case "gone" -> after.remove(path);
                case "refused" -> refusal = section.rest();
                case "swap" -> {
                    swapped = path;
                    old = section.text();
                }
                case "with" ->
                    after.put(swapped, replaced(name, Objects.requireNonNull(after.get(swapped)), old, section.text()));
                default -> throw new IllegalStateException(name + ": " + section.words.getFirst());
            }
        }
        cases.add(new PeerCase(name, before, answer, after, refusal));
    }

    private static String replaced(String name, String text, String old, String fresh) {
        int at = ("\n" + text).indexOf("\n" + old);
        if (at < 0 || ("\n" + text).indexOf("\n" + old, at + 1) >= 0) {
            throw new IllegalStateException(name + ": the lines to swap do not stand once: " + old);
        }
        return text.substring(0, at) + fresh + text.substring(at + old.length());
    }

    private static List<Section> sections(String name) {
        List<Section> sections = new ArrayList<>();
        try (InputStream in = ModelCases.class.getResourceAsStream("answers/" + name + ".txt")) {
            String all = new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : all.lines().toList()) {
                if (line.startsWith(MARK)) {
                    sections.add(
                            new Section(List.of(line.substring(MARK.length()).split(" ", -1)), new StringBuilder()));
                } else {
                    sections.getLast().lines.append(line).append('\n');
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return sections;
    }

    /** A backslash stands twice, and what cannot be seen or would not survive an editor as four hexadecimal digits. */
    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\\') {
                out.append(text.charAt(i));
            } else if (text.charAt(++i) == 'u') {
                out.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
                i += 4;
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    private record Section(List<String> words, StringBuilder lines) {
        String rest() {
            return String.join(" ", words.subList(1, words.size()));
        }

        String text() {
            String text = lines.toString();
            if (words.contains("escaped")) {
                text = unescaped(text);
            }
            if (words.contains("bare")) {
                text = text.substring(0, text.length() - 1);
            }
            if (words.contains("crlf")) {
                text = text.replace("\n", "\r\n");
            }
            return words.contains("bom") ? BOM + text : text;
        }
    }
}
