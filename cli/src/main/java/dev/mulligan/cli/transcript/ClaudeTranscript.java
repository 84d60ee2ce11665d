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
import java.util.stream.Collectors;

/** Claude Code: {@code ~/.claude/projects/FOLDER/SESSION.jsonl}. Rows that hold whole prompts are not looked at. */
final class ClaudeTranscript implements Transcript {

    @Override
    public String name() {
        return "claude-code";
    }

    @Override
    public List<Path> folders(Path home, Map<String, String> environment) {
        String own = environment.getOrDefault("CLAUDE_CONFIG_DIR", "");
        return List.of((own.isBlank() ? home.resolve(".claude") : Path.of(own)).resolve("projects"));
    }

    @Override
    public Rows reading(Path file, RequestLog log) {
        return new Reading(log);
    }

    private static final class Reading implements Rows {

        private final RequestLog log;
        private final Set<String> answers = new HashSet<>();
        private String lastDigest = "";
        private String lastId = "";
        private boolean openRequest;

        Reading(RequestLog log) {
            this.log = log;
        }

        @Override
        public void row(JsonObject row) {
            row.text("cwd").ifPresent(log::folder);
            Optional<Instant> at = Times.of(row.text("timestamp", ""));
            if (at.isEmpty()) {
                return;
            }
            switch (row.text("type", "")) {
                case "user" -> log.asked(at.get());
                case "system" -> retried(row, at.get());
                case "api-request" -> requested(row, at.get());
                case "assistant" -> answered(row, at.get());
                default -> {}
            }
        }

        private void retried(JsonObject row, Instant at) {
            if (row.text("subtype", "").equals("api_error")) {
                JsonObject error = row.object("error").orElse(row);
                log.failedTry(at, error.integer("status"), text(error));
                openRequest = false;
            }
        }

        private static String text(JsonObject error) {
            return error.text("formatted")
                    .or(() -> error.text("message"))
                    .or(() -> error.object("connection")
                            .map(connection ->
                                    "connection closed before the stream was complete: " + connection.text("code", "")))
                    .orElse("");
        }

        /**
         * Many retries have no row with a reason. But a request that had no answer when the same was sent again, or the
         * same in another manner, was a failed one.
         */
        private void requested(JsonObject row, Instant at) {
            String digest = row.text("requestDigest", "");
            boolean same = !digest.isEmpty() && digest.equals(lastDigest);
            boolean inAnotherManner = !lastId.isEmpty() && row.text("base", "").equals(lastId);
            if (openRequest && (same || inAnotherManner)) {
                log.failedTryForUnknownReason(at);
            }
            lastDigest = digest;
            lastId = row.text("id", "");
            openRequest = true;
        }

        private void answered(JsonObject row, Instant at) {
            JsonObject message = row.object("message").orElse(row);
            openRequest = false;
            if (row.truth("isApiErrorMessage").orElse(false)) {
                OptionalInt status = row.integer("apiErrorStatus");
                String said = row.text("errorDetails", "") + " " + row.text("error", "") + " " + words(message);
                log.gaveUp(at, status, said.strip());
                return;
            }
            // One row for each block of an answer, each with the usage of the whole.
            if (answers.add(message.text("id", ""))
                    && !message.text("model", "").equals("<synthetic>")) {
                log.model(message.text("model", ""));
                log.answered(at, usage(message.object("usage").orElse(message)));
            }
        }

        private static String words(JsonObject message) {
            return message.list("content").stream()
                    .filter(JsonObject.class::isInstance)
                    .map(block -> ((JsonObject) block).text("text", ""))
                    .collect(Collectors.joining(" "));
        }

        private static Usage usage(JsonObject usage) {
            return new Usage(
                    usage.number("input_tokens").orElse(0),
                    usage.number("output_tokens").orElse(0),
                    usage.number("cache_read_input_tokens").orElse(0),
                    usage.number("cache_creation_input_tokens").orElse(0));
        }
    }
}
