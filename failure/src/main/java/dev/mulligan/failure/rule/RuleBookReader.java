package dev.mulligan.failure.rule;

import dev.mulligan.failure.match.Phrases;
import dev.mulligan.failure.match.TextMark;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code rules.txt}; its head describes the format. */
public final class RuleBookReader {
    private final Phrases phrases = new Phrases();
    private final List<List<TextMark>> marks = new ArrayList<>();
    private final List<BookRule> rules = new ArrayList<>();

    public static RuleBook readShipped() {
        return new RuleBookReader().read(resource("rules.txt"), resource("marks.txt"));
    }

    private static String resource(String name) {
        try (InputStream in = RuleBookReader.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + RuleBookReader.class.getName()
                        + ": the jar is incomplete, build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the jar", e);
        }
    }

    RuleBook read(String rulesText, String marksText) {
        readMarks(marksText);
        readRules(rulesText);
        return new RuleBook(rules, marks, phrases.compile());
    }

    private void readMarks(String text) {
        TextMark mark = TextMark.QUOTED;
        for (String line : PhraseLine.split(text, "\n")) {
            if (line.startsWith("[")) {
                mark = TextMark.valueOf(
                        line.substring(1, line.length() - 1).replace('-', '_').toUpperCase(Locale.ROOT));
            } else if (line.startsWith("any ")) {
                for (String phrase : PhraseLine.split(line.substring(4), " | ")) {
                    int id = phrases.add(phrase);
                    while (marks.size() <= id) {
                        marks.add(new ArrayList<>());
                    }
                    marks.get(id).add(mark);
                }
            }
        }
    }

    private void readRules(String text) {
        List<String> lines = PhraseLine.split(text, "\n");
        RuleDraft draft = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                if (line.startsWith("[")) {
                    finish(draft);
                    draft = new RuleDraft(line, phrases);
                } else if (draft == null) {
                    throw new IllegalArgumentException("a phrase line comes before the first [rule]");
                } else {
                    draft.phraseLine(line);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("rules.txt line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        finish(draft);
    }

    private void finish(@Nullable RuleDraft draft) {
        if (draft != null) {
            rules.add(draft.rule());
        }
    }
}
