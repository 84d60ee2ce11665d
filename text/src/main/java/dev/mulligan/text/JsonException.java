package dev.mulligan.text;

/** Text that is not the JSON it should be; says what and where. */
public final class JsonException extends RuntimeException {

    public JsonException(String message) {
        super(message);
    }

    public JsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
