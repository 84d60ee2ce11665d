package dev.mulligan.escalate;

/** Tokens of one or more calls. {@code input} is what was neither read from nor written to the cache. */
public record Usage(long input, long output, long cacheRead, long cacheWrite) {

    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage {
        if (input < 0 || output < 0 || cacheRead < 0 || cacheWrite < 0) {
            throw new IllegalArgumentException(
                    "token counts cannot be negative: " + input + ", " + output + ", " + cacheRead + ", " + cacheWrite);
        }
    }

    /** The sum, kind by kind. */
    public Usage plus(Usage other) {
        return new Usage(
                input + other.input, output + other.output, cacheRead + other.cacheRead, cacheWrite + other.cacheWrite);
    }

    /** All tokens the model had to read. */
    public long prompt() {
        return input + cacheRead + cacheWrite;
    }
}
