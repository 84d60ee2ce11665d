package dev.mulligan.text;

/** A file that is not what it should be; the message begins with file, line and column. */
public final class YamlException extends RuntimeException {

    public YamlException(String message) {
        super(message);
    }

    public YamlException(String message, Throwable cause) {
        super(message, cause);
    }
}
