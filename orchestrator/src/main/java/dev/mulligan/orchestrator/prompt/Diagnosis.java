package dev.mulligan.orchestrator.prompt;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The cause that an agent names in its answer. Chatter around a change is not one. */
public final class Diagnosis {

    private static final List<String> HEADS = List.of("diagnosis:", "root cause:", "cause:");
    private static final int LONGEST = 300;
    private static final int SHORTEST_SENTENCE = 15;

    private Diagnosis() {}

    public static Optional<String> in(String reply) {
        return field(reply).or(() -> headed(reply)).or(() -> sentence(reply)).map(Diagnosis::cut);
    }

    private static Optional<String> field(String reply) {
        String text = reply.strip();
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Json.parseObject(text).text("diagnosis").filter(said -> !said.isBlank());
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> headed(String reply) {
        return reply.lines()
                .map(line -> line.replace("*", "").replace("#", "").strip())
                .flatMap(line -> HEADS.stream()
                        .filter(head -> line.toLowerCase(Locale.ROOT).startsWith(head))
                        .map(head -> line.substring(head.length()).strip()))
                .filter(said -> !said.isBlank())
                .findFirst();
    }

    /** The first whole sentence before the edit itself. */
    private static Optional<String> sentence(String reply) {
        return reply.lines()
                .map(String::strip)
                .takeWhile(line -> !line.startsWith("```") && !line.startsWith("--- ") && !line.startsWith("diff "))
                .filter(line -> line.endsWith(".") && line.length() >= SHORTEST_SENTENCE)
                .findFirst();
    }

    private static String cut(String said) {
        return said.length() > LONGEST ? said.substring(0, LONGEST) + " …" : said;
    }
}
