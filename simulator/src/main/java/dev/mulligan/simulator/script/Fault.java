package dev.mulligan.simulator.script;

import java.time.Duration;
import java.util.Map;

/** One way to fail. */
public sealed interface Fault {

    /** No fault at all. */
    record None() implements Fault {}

    /** An error answer in the wire's own envelope; headers such as {@code retry-after} are added as given. */
    record Status(int code, Map<String, String> headers) implements Fault {
        public Status {
            headers = Map.copyOf(headers);
        }
    }

    /** An error answer with this very text, for what the envelopes do not say: no credit, prompt too long. */
    record Answer(int code, String contentType, String body, Map<String, String> headers) implements Fault {
        public Answer {
            headers = Map.copyOf(headers);
        }
    }

    /** The account is empty, in the wire's own words. */
    record NoCredit() implements Fault {}

    /** The rate window is used up: 429 with the true time until it fills again. */
    record RateLimited() implements Fault {}

    /** The connection breaks before a byte of the answer. */
    record ResetBeforeHeaders() implements Fault {}

    /** The connection is closed politely before a byte of the answer. */
    record CloseBeforeHeaders() implements Fault {}

    /** Nothing comes for this long; then the answer, or the end when {@code thenClose}. */
    record Stall(Duration before, boolean thenClose) implements Fault {}

    /** Where in a stream something happens. */
    enum Where {
        /** Before the first event. */
        FIRST,
        /** After the opening event, before any content. */
        AFTER_START,
        /** After some content. */
        AFTER_CONTENT
    }

    /** The wire's own error event inside a 200. */
    record ErrorEvent(Where where, String type) implements Fault {}

    /** The stream breaks with a reset. */
    record ResetStream(Where where) implements Fault {}

    /** The stream ends cleanly, half way. */
    record CutStream(Where where) implements Fault {}

    /** The stream goes silent for this long, then is closed. */
    record StallStream(Where where, Duration silence) implements Fault {}

    /** Everything comes but the last event that says it was all. */
    record NoTerminator() implements Fault {}

    /** An event whose JSON is broken. */
    record MalformedEvent(Where where) implements Fault {}

    /** 200 and not a byte. */
    record EmptyBody() implements Fault {}

    /** 200 and a web page. */
    record HtmlBody() implements Fault {}

    /** A complete answer without content. */
    record EmptyContent() implements Fault {}

    /** A JSON body that is shorter than its content-length says. */
    record TruncatedBody() implements Fault {}

    /** A good answer that comes in small pieces. */
    record Slow(Duration betweenPieces) implements Fault {}
}
