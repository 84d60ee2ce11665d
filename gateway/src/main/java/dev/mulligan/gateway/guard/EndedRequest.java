package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Episode;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * How a request ended that may come again, as one gateway tells it to another.
 *
 * @param exact only the very same bytes count as the same request
 * @param reply what it was answered; empty when the client left before
 * @param scope where it went, see {@link UpstreamScopes#scope}
 * @param repeats how often it came again
 */
public record EndedRequest(
        long exactHash, boolean exact, Optional<ClientReply> reply, Episode episode, String scope, int repeats) {

    /** Longer answers are remembered by the gateway that gave them, but not told. */
    private static final int LONGEST_BODY = 16 << 10;

    public EndedRequest repeated(int times) {
        return new EndedRequest(exactHash, exact, reply, episode, scope, Math.max(repeats, times));
    }

    /** Empty when it is too long to be told. */
    public Optional<String> text() {
        if (reply.isPresent() && reply.get().body().length() > LONGEST_BODY) {
            return Optional.empty();
        }
        return Optional.of(Json.write(Json.object(
                "hash",
                HexFormat.of().toHexDigits(exactHash),
                "exact",
                exact,
                "lane",
                scope,
                "repeats",
                repeats,
                "episode",
                EpisodeText.of(episode),
                "reply",
                reply.map(EndedRequest::replyText).orElse(null))));
    }

    private static JsonObject replyText(ClientReply reply) {
        List<List<String>> headers = new ArrayList<>();
        reply.headers().forEach(header -> {
            if (!header.getKey().equalsIgnoreCase("set-cookie")) {
                headers.add(List.of(header.getKey(), Secrets.redact(header.getValue())));
            }
        });
        return Json.object(
                "status",
                reply.status(),
                "reason",
                reply.reason(),
                "headers",
                headers,
                "body",
                Secrets.redact(reply.body().toString()));
    }

    /** @throws JsonException when it is not one */
    public static EndedRequest parse(String text) {
        JsonObject said = Json.parseObject(text);
        try {
            return new EndedRequest(
                    HexFormat.fromHexDigitsToLong(said.text("hash", "0")),
                    said.truth("exact").orElse(true),
                    said.object("reply").map(EndedRequest::reply),
                    EpisodeText.parse(said.list("episode")),
                    said.text("lane", "  "),
                    said.integer("repeats").orElse(0));
        } catch (IllegalArgumentException e) {
            throw new JsonException("an ended request: " + e.getMessage(), e);
        }
    }

    private static ClientReply reply(JsonObject said) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        for (Object header : said.list("headers")) {
            if (header instanceof List<?> pair && pair.size() == 2) {
                headers.add(String.valueOf(pair.get(0)), String.valueOf(pair.get(1)));
            }
        }
        return new ClientReply(
                said.integer("status").orElse(500),
                said.text("reason", ""),
                headers,
                Buffer.buffer(said.text("body", "")));
    }
}
