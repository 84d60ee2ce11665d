package dev.mulligan.provider;

import dev.mulligan.provider.TopLevel.Span;
import java.util.Optional;

/** The few members of a request's body that matter to whoever passes it on. Nothing is parsed that is not asked for. */
public final class RequestFacts {

    /** So much of the first message tells conversations apart. */
    private static final int OPENING = 4096;

    private static final byte[] ENCRYPTED = Bytes.of("\"encrypted_content\":\"");
    private static final byte[] SIGNATURE = Bytes.of("\"signature\":\"");

    private final byte[] bytes;
    private final TopLevel json;

    private RequestFacts(byte[] bytes) {
        this.bytes = bytes;
        this.json = TopLevel.of(bytes);
    }

    public static RequestFacts of(byte[] body) {
        return new RequestFacts(body);
    }

    public TopLevel json() {
        return json;
    }

    /** The model it names in its body; Gemini's requests name it in the path. */
    public Optional<String> model() {
        return json.string("model");
    }

    /** Whether it asks for a stream in its body; Gemini's requests do so in the path. */
    public boolean streams() {
        return json.isTrue("stream");
    }

    /** Whether it carries state that only the account it came from accepts. */
    public boolean isBoundToAccount() {
        return json.string("previous_response_id").isPresent()
                || Bytes.contains(bytes, 0, bytes.length, ENCRYPTED)
                || Bytes.contains(bytes, 0, bytes.length, SIGNATURE);
    }

    /** Its first message, or the beginning of it when it is long. */
    public Optional<Span> opening() {
        return json.firstItem("messages")
                .or(() -> json.firstItem("input"))
                .or(() -> json.firstItem("contents"))
                .or(() -> json.value("input"))
                .map(span -> new Span(span.from(), Math.min(span.to(), span.from() + OPENING)));
    }
}
