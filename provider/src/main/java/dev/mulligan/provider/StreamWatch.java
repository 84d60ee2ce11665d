package dev.mulligan.provider;

import dev.mulligan.escalate.Usage;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows one streamed answer: has content come, has it ended well, did it say that it failed. */
public abstract sealed class StreamWatch {

    public enum Sign {
        /** Keeps the line open and says nothing. */
        PING,
        /** Part of an answer without anything to see yet. */
        OPENING,
        CONTENT,
        END,
        ERROR,
        MALFORMED
    }

    private static final byte[] DONE = Bytes.of("[DONE]");

    private boolean content;
    private boolean ended;
    private boolean toolCall;
    private Usage usage = Usage.NONE;

    public static StreamWatch of(Wire wire) {
        return switch (wire) {
            case ANTHROPIC -> new Anthropic();
            case RESPONSES -> new Responses();
            case CHAT -> new Chat();
            case GEMINI -> new Gemini();
        };
    }

    public final boolean hasContent() {
        return content;
    }

    public final boolean hasEnded() {
        return ended;
    }

    /** Whether a whole tool call has come in one event, so that a client runs it whatever follows. Gemini's do. */
    public final boolean hasToolCall() {
        return toolCall;
    }

    public final Usage usage() {
        return usage;
    }

    public final Sign see(String name, byte[] bytes, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        while (to > from && bytes[to - 1] <= ' ' && bytes[to - 1] >= 0) {
            to--;
        }
        if (from == to || name.equals("ping")) {
            return Sign.PING;
        }
        // Once content flows, most events cannot change anything: they are not even decoded.
        if (content && isPlainDelta(name, bytes, from, to)) {
            return Sign.CONTENT;
        }
        if (Bytes.equal(bytes, from, to, DONE)) {
            ended = true;
            return Sign.END;
        }
        JsonObject event;
        try {
            event = Json.parseObject(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        } catch (JsonException e) {
            return Sign.MALFORMED;
        }
        Sign sign = read(event.text("type", name), event);
        content |= sign == Sign.CONTENT;
        ended |= sign == Sign.END;
        return sign;
    }

    abstract boolean isPlainDelta(String name, byte[] bytes, int from, int to);

    abstract Sign read(String type, JsonObject event);

    public final void count(Usage seen) {
        usage = new Usage(
                Math.max(usage.input(), seen.input()),
                Math.max(usage.output(), seen.output()),
                Math.max(usage.cacheRead(), seen.cacheRead()),
                Math.max(usage.cacheWrite(), seen.cacheWrite()));
    }

    private static final class Anthropic extends StreamWatch {
        @Override
        boolean isPlainDelta(String name, byte[] bytes, int from, int to) {
            return name.equals("content_block_delta");
        }

        @Override
        Sign read(String type, JsonObject event) {
            switch (type) {
                case "message_start" ->
                    event.object("message")
                            .flatMap(m -> m.object("usage"))
                            .ifPresent(u -> count(UsageReader.of(Wire.ANTHROPIC, u)));
                case "message_delta" -> {
                    event.object("usage").ifPresent(u -> count(UsageReader.of(Wire.ANTHROPIC, u)));
                    if (event.object("delta")
                            .flatMap(d -> d.text("stop_reason"))
                            .filter(FinalAnswers::isRefusal)
                            .isPresent()) {
                        markContent();
                    }
                }
                default -> {}
            }
            return switch (type) {
                case "ping" -> Sign.PING;
                case "error" -> Sign.ERROR;
                case "content_block_delta", "content_block_stop" -> Sign.CONTENT;
                case "message_stop" -> Sign.END;
                default -> Sign.OPENING;
            };
        }
    }

    private static final class Responses extends StreamWatch {
        @Override
        boolean isPlainDelta(String name, byte[] bytes, int from, int to) {
            return name.endsWith(".delta");
        }

        @Override
        Sign read(String type, JsonObject event) {
            event.object("response")
                    .flatMap(r -> r.object("usage"))
                    .ifPresent(u -> count(UsageReader.of(Wire.CHAT, u)));
            return switch (type) {
                case "ping" -> Sign.PING;
                case "error", "response.failed" -> Sign.ERROR;
                case "response.completed", "response.incomplete" -> {
                    boolean said = event.object("response")
                            .map(r -> !r.list("output").isEmpty() || FinalAnswers.isFiltered(r))
                            .orElse(false);
                    yield said || hasContent() ? ends() : Sign.END;
                }
                default ->
                    type.endsWith(".delta") || type.equals("response.output_item.done") ? Sign.CONTENT : Sign.OPENING;
            };
        }

        private Sign ends() {
            markContent();
            return Sign.END;
        }
    }

    private static final class Chat extends StreamWatch {
        private static final byte[] UNFINISHED = Bytes.of("\"finish_reason\":null");
        private static final byte[] ERROR = Bytes.of("\"error\"");
        private static final byte[] USAGE = Bytes.of("\"usage\":{");
        private static final byte[] SPACED_USAGE = Bytes.of("\"usage\": {");

        @Override
        boolean isPlainDelta(String name, byte[] bytes, int from, int to) {
            return Bytes.contains(bytes, from, to, UNFINISHED)
                    && !Bytes.contains(bytes, from, to, ERROR)
                    && !Bytes.contains(bytes, from, to, USAGE)
                    && !Bytes.contains(bytes, from, to, SPACED_USAGE);
        }

        @Override
        Sign read(String type, JsonObject event) {
            if (event.get("error") != null) {
                return Sign.ERROR;
            }
            event.object("usage").ifPresent(u -> count(UsageReader.of(Wire.CHAT, u)));
            Sign sign = Sign.OPENING;
            for (Object choice : event.list("choices")) {
                if (choice instanceof JsonObject one) {
                    if (one.object("delta").map(Chat::says).orElse(false)) {
                        sign = Sign.CONTENT;
                    }
                    if (one.text("finish_reason").isPresent()) {
                        if (sign == Sign.CONTENT
                                || one.text("finish_reason")
                                        .filter(FinalAnswers::isRefusal)
                                        .isPresent()) {
                            markContent();
                        }
                        return Sign.END;
                    }
                }
            }
            return sign;
        }

        private static boolean says(JsonObject delta) {
            return delta.members().entrySet().stream()
                    .anyMatch(m -> !m.getKey().equals("role") && saysSomething(m.getValue()));
        }
    }

    private static final class Gemini extends StreamWatch {
        @Override
        boolean isPlainDelta(String name, byte[] bytes, int from, int to) {
            return false;
        }

        @Override
        Sign read(String type, JsonObject event) {
            if (event.get("error") != null) {
                return Sign.ERROR;
            }
            event.object("usageMetadata").ifPresent(u -> count(UsageReader.of(Wire.GEMINI, u)));
            Sign sign = Sign.OPENING;
            if (event.object("promptFeedback")
                    .flatMap(f -> f.text("blockReason"))
                    .isPresent()) {
                markContent();
                return Sign.END;
            }
            for (Object candidate : event.list("candidates")) {
                if (candidate instanceof JsonObject one) {
                    List<?> parts = one.object("content")
                            .<List<?>>map(c -> c.list("parts"))
                            .orElse(List.of());
                    if (!parts.isEmpty()) {
                        sign = Sign.CONTENT;
                    }
                    if (parts.stream().anyMatch(part -> part instanceof JsonObject p && p.has("functionCall"))) {
                        markToolCall();
                    }
                    if (one.text("finishReason").isPresent()) {
                        if (sign == Sign.CONTENT
                                || one.text("finishReason")
                                        .filter(FinalAnswers::isRefusal)
                                        .isPresent()) {
                            markContent();
                        }
                        return Sign.END;
                    }
                }
            }
            return sign;
        }
    }

    final void markToolCall() {
        toolCall = true;
    }

    final void markContent() {
        content = true;
    }

    static boolean saysSomething(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case String text -> !text.isEmpty();
            case List<?> list -> !list.isEmpty();
            default -> true;
        };
    }
}
