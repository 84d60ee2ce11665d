package dev.mulligan.cli.practice;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * How a command fared with one fault.
 *
 * @param exit empty when it did not end in time
 * @param calls how often the provider was called
 * @param done whether what the model asked for was done
 */
record DrillResult(OptionalInt exit, long millis, long calls, boolean done, boolean lasts) {

    enum Verdict {
        /** It did its work, or it told the truth about a failure that lasts. */
        SURVIVED,
        /** It gave up on a failure that passes. */
        GAVE_UP,
        /** It said that it was done, and was not. */
        WRONGLY_DONE,
        /** It had to be ended. */
        HUNG;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    Verdict verdict() {
        if (exit.isEmpty()) {
            return Verdict.HUNG;
        }
        boolean claims = exit.getAsInt() == 0;
        if (claims && (lasts || !done)) {
            return Verdict.WRONGLY_DONE;
        }
        return claims || lasts ? Verdict.SURVIVED : Verdict.GAVE_UP;
    }

    boolean isGood() {
        return verdict() == Verdict.SURVIVED;
    }

    String text() {
        return String.format(
                Locale.ROOT, "%s, %.1f s, %d call%s", words(), millis / 1000.0, calls, calls == 1 ? "" : "s");
    }

    /** A failure that lasts is survived by saying so. */
    private String words() {
        return lasts && isGood() ? "said so" : verdict().words();
    }
}
