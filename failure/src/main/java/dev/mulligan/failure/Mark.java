package dev.mulligan.failure;

/**
 * Places in a text that mean something besides naming a cause: field names, statements of a delay, ends of streams.
 * {@code marks.txt} has their phrases.
 */
enum Mark {
    /** A string that holds what somebody said (a prompt, an answer): it is not evidence, so it is stepped over. */
    QUOTED,
    MESSAGE,
    DETAIL,
    /** A number of seconds, or a text with a unit. */
    DELAY_FIELD,
    DELAY_MILLIS_FIELD,
    /** A moment: seconds or milliseconds since 1970, or an ISO time. */
    RESET_FIELD,
    DELAY_TEXT,
    RESET_TEXT,
    /** The answer itself says that it is an error. */
    ERROR_OBJECT,
    STREAM_END,
    EMPTY_OUTPUT,
    EMPTY_CONTENT,
    RETRIES_USED_UP,
    /** Followed by "10/10" it means the same. */
    ATTEMPT
}
