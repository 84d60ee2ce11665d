package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The failed attempts at a request as JSON: as much as another gateway needs to go on counting. */
final class EpisodeText {

    private EpisodeText() {}

    static List<JsonObject> of(Episode episode) {
        return episode.entries().stream().map(EpisodeText::entry).toList();
    }

    private static JsonObject entry(Episode.Entry entry) {
        Failure failure = entry.failure();
        return Json.object(
                "number",
                entry.number(),
                "model",
                entry.model().orElse(null),
                "type",
                failure.type().wireName(),
                "retryable",
                failure.retryable(),
                "message",
                failure.message(),
                "action",
                failure.bestAction().wireName(),
                "rule",
                failure.rule(),
                "retryAfterMs",
                failure.retryAfter().map(Duration::toMillis).orElse(null),
                "delayMs",
                entry.delayBefore().toMillis());
    }

    static Episode parse(List<?> entries) {
        List<Episode.Entry> parsed = new ArrayList<>();
        for (Object entry : entries) {
            if (entry instanceof JsonObject said) {
                parsed.add(new Episode.Entry(
                        said.integer("number").orElse(parsed.size() + 1),
                        said.text("model"),
                        Remedy.Simple.WAIT,
                        failure(said),
                        Duration.ofMillis(said.number("delayMs").orElse(0))));
            }
        }
        return Episode.of(parsed);
    }

    private static Failure failure(JsonObject said) {
        Failure plain = Failure.of(
                FailureType.ofWireName(said.text("type", "")).orElse(FailureType.UNKNOWN),
                said.truth("retryable").orElse(false),
                said.text("message", ""),
                action(said.text("action", "")),
                said.text("rule", ""));
        Optional<Duration> wait = said.number("retryAfterMs").isPresent()
                ? Optional.of(Duration.ofMillis(said.number("retryAfterMs").getAsLong()))
                : Optional.empty();
        return wait.map(plain::withRetryAfter).orElse(plain);
    }

    private static Action action(String name) {
        for (Action action : Action.values()) {
            if (action.wireName().equals(name.toLowerCase(Locale.ROOT))) {
                return action;
            }
        }
        return Action.RETRY;
    }
}
