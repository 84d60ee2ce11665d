package dev.mulligan.orchestrator.run;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** {@code 20261116-014501-3fa2}: sorts by time, short enough to type. */
public final class RunIds {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final SecureRandom RANDOM = new SecureRandom();

    private RunIds() {}

    public static String next(Instant now) {
        byte[] bytes = new byte[3];
        RANDOM.nextBytes(bytes);
        return STAMP.format(now) + "-" + HexFormat.of().formatHex(bytes);
    }
}
