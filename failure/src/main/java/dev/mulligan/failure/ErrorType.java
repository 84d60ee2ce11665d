package dev.mulligan.failure;

import java.util.Locale;

/** The eight coarse names that the REST API and exports carry beside {@link FailureType}. */
public enum ErrorType {
    RATE_LIMIT,
    SERVER_ERROR,
    TIMEOUT,
    CONTEXT_LIMIT,
    CONTENT_FILTER,
    INVALID_REQUEST,
    AUTH_ERROR,
    UNKNOWN;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
        return wireName;
    }
}
