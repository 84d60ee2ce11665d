package dev.mulligan.cli.transcript;

import dev.mulligan.escalate.Usage;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Gemini CLI: {@code ~/.gemini/tmp/PROJECT/chats/session-*.jsonl}. A failure that ended a turn takes its prompt out again
 * and leaves nothing; a stream that broke leaves an answer without tokens.
 */
final class GeminiTranscript implements Transcript {

    @Override
    public String name() {
        return "gemini";
    }

    @Override
    public List<Path> folders(Path home, Map<String, String> environment) {
        return List.of(home.resolve(".gemini").resolve("tmp"));
    }

    @Override
    public Rows reading(Path file, RequestLog log) {
        Path project =
                Optional.ofNullable(file.getParent()).map(Path::getParent).orElse(file);
        log.folder(project.toString());
        return new Reading(log);
    }

    private static final class Reading implements Rows {

        private final RequestLog log;
        private final Set<String> seen = new HashSet<>();

        Reading(RequestLog log) {
            this.log = log;
        }

        @Override
        public void row(JsonObject row) {
            row.text("sessionId").ifPresent(log::session);
            Optional<Instant> at = Times.of(row.text("timestamp", ""));
            if (at.isEmpty()) {
                return;
            }
            switch (row.text("type", "")) {
                case "user" -> log.asked(at.get());
                case "gemini" -> answered(row, at.get());
                default -> {}
            }
        }

        private void answered(JsonObject row, Instant at) {
            // The same message is written again whenever something is added to it; with its tokens it is whole.
            Optional<JsonObject> tokens = row.object("tokens");
            if (tokens.isEmpty() && row.has("tokens")) {
                if (seen.add(row.text("id", ""))) {
                    row.text("model").ifPresent(log::model);
                    log.gaveUp(at, OptionalInt.empty(), "the stream ended without its end");
                }
            } else if (tokens.isPresent() && seen.add(row.text("id", ""))) {
                row.text("model").ifPresent(log::model);
                long cached = tokens.get().number("cached").orElse(0);
                log.answered(
                        at,
                        new Usage(
                                Math.max(0, tokens.get().number("input").orElse(0) - cached),
                                tokens.get().number("output").orElse(0),
                                cached,
                                0));
            }
        }
    }
}
