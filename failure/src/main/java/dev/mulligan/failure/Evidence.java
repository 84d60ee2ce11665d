package dev.mulligan.failure;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What was seen when an operation ended. {@code receivedAt} is the reference for absolute times in the text ("resets at
 * 3pm"); without it, and without a {@code date} header, such times state no delay.
 */
public sealed interface Evidence {

    Form form();

    Optional<Instant> receivedAt();

    Evidence at(Instant received);

    /** The four ways a failure reaches us. */
    enum Form {
        HTTP,
        STREAM,
        EXCEPTION,
        PROCESS
    }

    /** A whole HTTP response. Header names are case-insensitive. */
    record Http(int status, Map<String, String> headers, String body, Optional<Instant> receivedAt)
            implements Evidence {
        public Http {
            headers = ignoringCase(headers);
        }

        public Http(int status, Map<String, String> headers, String body) {
            this(status, headers, body, Optional.empty());
        }

        @Override
        public Form form() {
            return Form.HTTP;
        }

        @Override
        public Http at(Instant received) {
            return new Http(status, headers, body, Optional.of(received));
        }
    }

    /** A response that opened well enough to send events; {@code events} is the raw text received so far. */
    record Stream(int status, Map<String, String> headers, String events, Optional<Instant> receivedAt)
            implements Evidence {
        public Stream {
            headers = ignoringCase(headers);
        }

        public Stream(int status, Map<String, String> headers, String events) {
            this(status, headers, events, Optional.empty());
        }

        @Override
        public Form form() {
            return Form.STREAM;
        }

        @Override
        public Stream at(Instant received) {
            return new Stream(status, headers, events, Optional.of(received));
        }
    }

    /** An exception of any language: class name if known, message and cause lines, and the HTTP status it carries. */
    record Thrown(Optional<String> className, String text, OptionalInt status, Optional<Instant> receivedAt)
            implements Evidence {
        public Thrown(String className, String text) {
            this(Optional.of(className), text, OptionalInt.empty(), Optional.empty());
        }

        @Override
        public Form form() {
            return Form.EXCEPTION;
        }

        @Override
        public Thrown at(Instant received) {
            return new Thrown(className, text, status, Optional.of(received));
        }
    }

    /** A process that ended. The streams may be tails. */
    record Exited(
            String command,
            OptionalInt exitCode,
            Optional<String> signal,
            String stdout,
            String stderr,
            Optional<Instant> receivedAt)
            implements Evidence {
        public Exited(String command, int exitCode, String stdout, String stderr) {
            this(command, OptionalInt.of(exitCode), Optional.empty(), stdout, stderr, Optional.empty());
        }

        @Override
        public Form form() {
            return Form.PROCESS;
        }

        @Override
        public Exited at(Instant received) {
            return new Exited(command, exitCode, signal, stdout, stderr, Optional.of(received));
        }
    }

    /** The exception with its causes, as text. */
    static Thrown of(Throwable thrown) {
        return ThrowableText.of(thrown);
    }

    private static Map<String, String> ignoringCase(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return Map.of();
        }
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        return Collections.unmodifiableMap(sorted);
    }
}
