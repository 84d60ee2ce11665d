package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One request in another wire, and the way back for its answer. */
public final class Translation {

    private final Wire from;
    private final Wire to;
    private final ModelRequest request;
    private final ToolNames names;
    private final JsonObject body;
    private final List<String> dropped;

    private Translation(Wire from, Wire to, ModelRequest request) {
        this.from = from;
        this.to = to;
        this.request = request;
        this.names = ToolNames.of(request.tools());
        List<String> left = new ArrayList<>(request.dropped());
        this.body = RequestWriter.of(to).write(request, names, left);
        this.dropped = left.stream().distinct().toList();
    }

    /**
     * The request for the other wire.
     *
     * @param model what the upstream calls the model; it decides which members it accepts. Empty for the client's name
     * @param leaveOut types of the provider's own tools, such as {@code web_search}, that may be missing
     * @throws UntranslatableException when it holds something that the other wire cannot say
     */
    public static Translation of(Wire from, Wire to, byte[] body, String model, Set<String> leaveOut) {
        JsonObject read;
        try {
            read = Json.parseObject(new String(body, StandardCharsets.UTF_8));
        } catch (JsonException e) {
            throw new UntranslatableException("the body", "is no JSON object: " + e.getMessage());
        }
        ModelRequest request = RequestReader.read(from, read, leaveOut);
        return new Translation(from, to, model.isEmpty() ? request : request.withModel(model));
    }

    public Wire from() {
        return from;
    }

    public Wire to() {
        return to;
    }

    /** Where the request goes. */
    public String path() {
        return to.path();
    }

    public byte[] body() {
        return Json.write(body).getBytes(StandardCharsets.UTF_8);
    }

    /** What was left out because it does not change what the answer means. */
    public List<String> dropped() {
        return dropped;
    }

    /** A whole answer for the client; it is known to be a good one. */
    public byte[] answer(byte[] whole) {
        Answer answer = new Answer();
        AnswerReader.of(to).whole(Json.parseObject(new String(whole, StandardCharsets.UTF_8)), named(answer::add));
        return Json.write(AnswerWriter.of(from, request).whole(answer)).getBytes(StandardCharsets.UTF_8);
    }

    /** A whole answer as the stream that the client wanted. */
    public String streamOf(byte[] whole) {
        StringBuilder out = new StringBuilder();
        AnswerWriter writer = AnswerWriter.of(from, request);
        AnswerReader.of(to)
                .whole(
                        Json.parseObject(new String(whole, StandardCharsets.UTF_8)),
                        named(part -> writer.add(part, out)));
        return out.append(writer.finish()).toString();
    }

    /** A streamed answer, from its beginning. */
    public Stream stream() {
        return new Stream();
    }

    /** Tools have the names that the client gave them. */
    private Consumer<AnswerPart> named(Consumer<AnswerPart> next) {
        return part -> next.accept(
                part instanceof AnswerPart.Call call
                        ? new AnswerPart.Call(call.number(), call.id(), names.here(call.name()))
                        : part);
    }

    /** The events of one streamed answer, for the client. */
    public final class Stream {

        private final AnswerReader reader = AnswerReader.of(to);
        private final AnswerWriter writer = AnswerWriter.of(from, request);

        private Stream() {}

        /** The text of the events that the client gets for this one; it may be empty. */
        public String event(String name, byte[] bytes, int start, int end) {
            String text = new String(bytes, start, end - start, StandardCharsets.UTF_8).strip();
            if (text.isEmpty() || text.equals("[DONE]")) {
                return "";
            }
            StringBuilder out = new StringBuilder();
            try {
                JsonObject data = Json.parseObject(text);
                reader.event(data.text("type", name), data, named(part -> writer.add(part, out)));
            } catch (JsonException e) {
                return "";
            }
            return out.toString();
        }

        /** What tells the client that this was all. */
        public String finish() {
            return writer.finish();
        }
    }
}
