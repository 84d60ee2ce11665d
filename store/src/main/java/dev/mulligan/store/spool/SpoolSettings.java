package dev.mulligan.store.spool;

import java.time.Duration;

/**
 * The measures of a writer.
 *
 * @param mostBytes how large the spool may grow on the disk; what comes then is dropped, counted and said
 * @param mostInMemory how many events may be on their way to store or disk
 * @param patience how long the store may take for a batch before the disk takes it
 * @param pause between two tries to deliver
 */
public record SpoolSettings(long mostBytes, int mostInMemory, Duration patience, Duration pause) {

    /** A gigabyte holds about 2.7 million events. */
    public static final SpoolSettings STANDARD =
            new SpoolSettings(1L << 30, 200_000, Duration.ofSeconds(2), Duration.ofMillis(500));

    public SpoolSettings mostBytes(long most) {
        return new SpoolSettings(most, mostInMemory, patience, pause);
    }
}
