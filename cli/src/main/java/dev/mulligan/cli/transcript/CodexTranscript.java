package dev.mulligan.cli.transcript;

import dev.mulligan.escalate.Usage;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Codex: {@code ~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl}. It writes down turns that failed, but of tries that it made
 * again only those whose stream had begun: they leave a count of tokens without an answer.
 */
final class CodexTranscript implements Transcript {

    @Override
    public String name() {
        return "codex";
    }

    @Override
    public List<Path> folders(Path home, Map<String, String> environment) {
        String own = environment.getOrDefault("CODEX_HOME", "");
        Path base = own.isBlank() ? home.resolve(".codex") : Path.of(own);
        return List.of(base.resolve("sessions"), base.resolve("archived_sessions"));
    }

    @Override
    public Rows reading(Path file, RequestLog log) {
        return new Reading(log);
    }

    private static final class Reading implements Rows {

        private final RequestLog log;
        private int answersSinceCount;
        private boolean begun;
        /** A stream that broke. It is a try of its own unless the turn ends with just this failure. */
        private Optional<Instant> brokenStream = Optional.empty();

        Reading(RequestLog log) {
            this.log = log;
        }

        @Override
        public void row(JsonObject row) {
            Optional<Instant> at = Times.of(row.text("timestamp", ""));
            Optional<JsonObject> payload = row.object("payload");
            if (at.isEmpty() || payload.isEmpty()) {
                return;
            }
            JsonObject told = payload.get();
            switch (row.text("type", "")) {
                case "session_meta" -> {
                    told.text("id").ifPresent(log::session);
                    told.text("cwd").ifPresent(log::folder);
                }
                case "turn_context" -> told.text("model").ifPresent(log::model);
                case "token_usage_record" -> {
                    madeAgain();
                    answersSinceCount++;
                    log.answered(at.get(), usage(told.object("usage").orElse(told)));
                }
                case "event_msg" -> event(told, at.get());
                default -> {}
            }
        }

        private void event(JsonObject told, Instant at) {
            switch (told.text("type", "")) {
                case "task_started" -> {
                    log.asked(at);
                    begun = true;
                    answersSinceCount = 0;
                }
                case "token_count" -> {
                    if (begun && answersSinceCount == 0 && told.object("info").isEmpty()) {
                        madeAgain();
                        brokenStream = Optional.of(at);
                    }
                    answersSinceCount = 0;
                }
                case "task_complete" -> {
                    told.object("error").ifPresent(error -> failed(error, at));
                    begun = false;
                    brokenStream = Optional.empty();
                }
                default -> {}
            }
        }

        private void failed(JsonObject error, Instant at) {
            if (!error.text("message", "").startsWith("stream disconnected")) {
                madeAgain();
            }
            log.gaveUp(at, status(error), text(error));
        }

        private void madeAgain() {
            brokenStream.ifPresent(log::failedTryForUnknownReason);
            brokenStream = Optional.empty();
        }

        private static OptionalInt status(JsonObject error) {
            return error.object("codex_error_info")
                    .flatMap(info -> info.members().values().stream()
                            .filter(JsonObject.class::isInstance)
                            .map(JsonObject.class::cast)
                            .findFirst())
                    .map(info -> info.integer("http_status_code"))
                    .orElse(OptionalInt.empty());
        }

        private static String text(JsonObject error) {
            String kind = error.text("codex_error_info", "");
            String words = kind.isEmpty() || kind.equals("other") ? "" : kind.replace('_', ' ') + ": ";
            return words + error.text("message", "");
        }

        private static Usage usage(JsonObject usage) {
            long cached = usage.number("cached_input_tokens").orElse(0);
            return new Usage(
                    Math.max(0, usage.number("input_tokens").orElse(0) - cached),
                    usage.number("output_tokens").orElse(0),
                    cached,
                    usage.number("cache_write_input_tokens").orElse(0));
        }
    }
}
