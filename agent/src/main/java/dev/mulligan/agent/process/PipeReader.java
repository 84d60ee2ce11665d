package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Whether anybody still reads what this program prints. A program that only waits never finds out by writing, and would
 * outlive the {@code head} behind it until there is something to say.
 */
public final class PipeReader {

    private static final int STANDARD_OUTPUT = 1;

    /** What the system tells of a pipe without a reader: an error, or that the other side hung up. */
    private static final int GONE = 0x08 | 0x10;

    private static final int REVENTS = 6;

    private static final Optional<NativeCalls.Function> POLL = poll();

    private PipeReader() {}

    private static Optional<NativeCalls.Function> poll() {
        try {
            return NativeCalls.system().map(calls -> calls.function("poll"));
        } catch (NoSuchElementException missing) {
            return Optional.empty();
        }
    }

    /** False where it cannot be told. */
    public static boolean isGone() {
        if (POLL.isEmpty()) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment asked = arena.allocate(JAVA_INT.byteSize() + 2 * JAVA_SHORT.byteSize(), JAVA_INT.byteSize());
            asked.set(JAVA_INT, 0, STANDARD_OUTPUT);
            return POLL.get().call(asked.address(), 1, 0) == 1 && (asked.get(JAVA_SHORT, REVENTS) & GONE) != 0;
        }
    }
}
