package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * Calls functions of the C library that take up to six words, numbers or addresses, and give a number.
 *
 * <p>All of them are called in one shape, with zeros for the words a function does not take. Java needs some milliseconds
 * to prepare each new shape, and a short command would spend a tenth of its time on a dozen of them. The processors named
 * here pass the first six words in registers, so a function never sees those that it does not ask for.
 */
final class NativeCalls {

    /** Whether a call failed for a reason that is told by number. */
    static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

    private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64");
    private static final int WORDS = 6;
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final Optional<NativeCalls> SYSTEM = load();

    private final Linker linker;
    private final MethodHandle plain;
    private final MethodHandle telling;

    @SuppressWarnings("restricted")
    private NativeCalls(Linker linker) {
        this.linker = linker;
        this.plain = linker.downcallHandle(SHAPE);
        this.telling = linker.downcallHandle(SHAPE, Linker.Option.captureCallState("errno"));
    }

    /** Empty with other processors, and where Java may not call the C library. */
    static Optional<NativeCalls> system() {
        return SYSTEM;
    }

    private static Optional<NativeCalls> load() {
        if (!PROCESSORS.contains(System.getProperty("os.arch", "")) || ADDRESS.byteSize() != JAVA_LONG.byteSize()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new NativeCalls(Linker.nativeLinker()));
        } catch (IllegalCallerException | UnsupportedOperationException notAllowed) {
            return Optional.empty();
        }
    }

    /** @throws NoSuchElementException if this system's library has no such function */
    Function function(String name) {
        return new Function(linker.defaultLookup().find(name).orElseThrow());
    }

    final class Function {
        private final MemorySegment code;

        private Function(MemorySegment code) {
            this.code = code;
        }

        int call(long... words) {
            long[] all = padded(words);
            try {
                return (int) plain.invokeExact(code, all[0], all[1], all[2], all[3], all[4], all[5]);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable impossible) {
                throw new IllegalStateException("a call of the C library failed", impossible);
            }
        }

        /** The same, and puts into {@code errno}, laid out as {@link #ERRNO}, why it failed. */
        int callTelling(MemorySegment errno, long... words) {
            long[] all = padded(words);
            try {
                return (int) telling.invokeExact(code, errno, all[0], all[1], all[2], all[3], all[4], all[5]);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable impossible) {
                throw new IllegalStateException("a call of the C library failed", impossible);
            }
        }

        private static long[] padded(long[] words) {
            if (words.length > WORDS) {
                throw new IllegalArgumentException("at most " + WORDS + " words");
            }
            long[] all = new long[WORDS];
            System.arraycopy(words, 0, all, 0, words.length);
            return all;
        }
    }
}
