package dev.mulligan.failure;

import java.util.Locale;
import java.util.Optional;

/** The cause of a failure, named by what went wrong and not by a status number. */
public enum FailureType {
    RATE_LIMIT(ErrorType.RATE_LIMIT),
    SERVER_ERROR(ErrorType.SERVER_ERROR),
    OVERLOADED(ErrorType.SERVER_ERROR),
    TIMEOUT(ErrorType.TIMEOUT),
    NETWORK(ErrorType.TIMEOUT),
    CONTEXT_LIMIT(ErrorType.CONTEXT_LIMIT),
    CONTENT_FILTER(ErrorType.CONTENT_FILTER),
    INVALID_REQUEST(ErrorType.INVALID_REQUEST),
    AUTH_ERROR(ErrorType.AUTH_ERROR),
    QUOTA_EXHAUSTED(ErrorType.AUTH_ERROR),
    MODEL_UNAVAILABLE(ErrorType.INVALID_REQUEST),
    TOOL_FAILURE(ErrorType.UNKNOWN),
    RESOURCE(ErrorType.UNKNOWN),
    CANCELLED(ErrorType.UNKNOWN),
    UNKNOWN(ErrorType.UNKNOWN);

    private final ErrorType usualErrorType;
    private final String wireName = name().toLowerCase(Locale.ROOT);

    FailureType(ErrorType usualErrorType) {
        this.usualErrorType = usualErrorType;
    }

    /** The name used in JSON, files and on the command line. */
    public String wireName() {
        return wireName;
    }

    /** The nearest of the eight public names when nothing more is known than this type. */
    public ErrorType usualErrorType() {
        return usualErrorType;
    }

    public static Optional<FailureType> ofWireName(String name) {
        for (FailureType type : values()) {
            if (type.wireName.equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
