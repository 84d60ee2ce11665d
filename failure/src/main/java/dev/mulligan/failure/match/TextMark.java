package dev.mulligan.failure.match;

/**
 * Places in a text that mean something besides naming a cause: field names, statements of a delay, ends of streams.
 * {@code marks.txt} has their phrases.
 */
public enum TextMark {
    /** A string that holds what somebody said (a prompt, an answer): it is not evidence, so it is stepped over. */
    QUOTED(0),
    MESSAGE(1),
    DETAIL(2),
    /** A number of seconds, or a text with a unit. */
    DELAY_FIELD(3),
    DELAY_MILLIS_FIELD(4),
    /** A moment: seconds or milliseconds since 1970, or an ISO time. */
    RESET_FIELD(5),
    DELAY_TEXT(6),
    RESET_TEXT(7),
    /** The answer itself says that it is an error. */
    ERROR_OBJECT(8),
    STREAM_END(9),
    EMPTY_OUTPUT(10),
    EMPTY_CONTENT(11),
    RETRIES_USED_UP(12),
    /** Followed by "10/10" it means the same. */
    ATTEMPT(13),
    /** Followed by the tokens that the money left would buy. */
    AFFORD(14),
    /** How long the window still lasts: it describes the limit, where a {@link #DELAY_FIELD} says what to do. */
    WINDOW_FIELD(15);

    private final long bit;

    TextMark(int number) {
        this.bit = 1L << number;
    }

    /** One bit of its own, for sets of marks. */
    long bit() {
        return bit;
    }
}
