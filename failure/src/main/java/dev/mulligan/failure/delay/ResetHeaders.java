package dev.mulligan.failure.delay;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rate-limit headers come in pairs "remaining" and "reset", one pair for each dimension. */
final class ResetHeaders {
    private static final String UNIFIED = "anthropic-ratelimit-unified-";

    private ResetHeaders() {}

    /** The longest reset of the dimensions that show nothing remaining. */
    static long delay(Map<String, String> headers, @Nullable Instant reference) {
        long longest = DurationText.NONE;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            int at = name.indexOf("remaining");
            if (at >= 0 && name.contains("limit") && isZero(header.getValue())) {
                String reset = headers.get(name.substring(0, at) + "reset" + name.substring(at + 9));
                if (reset != null) {
                    longest = Math.max(longest, delay(reset, reference));
                }
            }
        }
        if ("rejected".equals(headers.get(UNIFIED + "status"))) {
            String reset = headers.get(UNIFIED + "reset");
            longest = reset == null ? longest : Math.max(longest, delay(reset, reference));
        }
        return longest;
    }

    private static boolean isZero(String value) {
        String stripped = value.strip();
        return stripped.equals("0") || stripped.equals("0.0");
    }

    private static long delay(String reset, @Nullable Instant reference) {
        String value = reset.strip();
        Optional<Instant> moment = MomentText.read(value, 0, null);
        if (moment.isPresent()) {
            return reference == null ? DurationText.NONE : RetryAfter.between(reference, moment.get(), false);
        }
        return DurationText.orBareNumber(value, 0, 1000);
    }
}
