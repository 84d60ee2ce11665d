package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What Linux is asked about processes. A process is marked by its limit on real-time CPU, which no ordinary program has a
 * use for: every descendant inherits it, whatever it does to its environment, its session or its parent, and reading it
 * costs less than a microsecond.
 */
final class ProcessCalls {

    /** Whether this program has children. */
    enum Children {
        NONE,
        RUNNING,
        /** At least one has ended and nobody has asked for its exit code. */
        ENDED
    }

    private static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();
    private static final int SET_SUBREAPER = 36;
    private static final int REAL_TIME_LIMIT = 15;
    private static final int DO_NOT_WAIT = 1;
    private static final int ENDED_AND_LEFT_AS_IS = 4 | DO_NOT_WAIT | 0x0100_0000;
    private static final int NO_CHILD = 10;
    private static final long INFORMATION_BYTES = 128;
    private static final long PID_IN_INFORMATION = 16;

    private static final Optional<ProcessCalls> SYSTEM = load();

    private final MethodHandle control;
    private final MethodHandle limit;
    private final MethodHandle look;
    private final MethodHandle wait;
    private final MethodHandle kill;

    @SuppressWarnings("restricted")
    private ProcessCalls(Linker linker) {
        Linker.Option errno = Linker.Option.captureCallState("errno");
        this.control = linker.downcallHandle(
                linker.defaultLookup().find("prctl").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        this.limit = linker.downcallHandle(
                linker.defaultLookup().find("prlimit").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        this.look = linker.downcallHandle(
                linker.defaultLookup().find("waitid").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                errno);
        this.wait = linker.downcallHandle(
                linker.defaultLookup().find("waitpid").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        this.kill = linker.downcallHandle(
                linker.defaultLookup().find("kill").orElseThrow(), FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    }

    /** Empty anywhere but on Linux, and where Java may not call the C library. */
    static Optional<ProcessCalls> system() {
        return SYSTEM;
    }

    private static Optional<ProcessCalls> load() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcessCalls(Linker.nativeLinker()));
        } catch (NoSuchElementException | IllegalCallerException | UnsupportedOperationException missing) {
            return Optional.empty();
        }
    }

    /** From now on a descendant whose parent has ended becomes our child. */
    boolean adoptOrphans() {
        return CLibrary.number(() -> (int) control.invokeExact(SET_SUBREAPER, 1L, 0L, 0L, 0L)) == 0;
    }

    /** The mark this program carries itself, which is what its children get when nobody marks them. */
    long ownMark() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(JAVA_LONG, 2);
            int ignored =
                    CLibrary.number(() -> (int) limit.invokeExact(0, REAL_TIME_LIMIT, MemorySegment.NULL, limits));
            return limits.getAtIndex(JAVA_LONG, 0);
        }
    }

    /** What this program starts from now on carries the mark. False where the limits do not allow it. */
    boolean markOwn(long mark) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(JAVA_LONG, 2);
            int read = CLibrary.number(() -> (int) limit.invokeExact(0, REAL_TIME_LIMIT, MemorySegment.NULL, limits));
            limits.setAtIndex(JAVA_LONG, 0, mark);
            return read == 0
                    && CLibrary.number(() -> (int) limit.invokeExact(0, REAL_TIME_LIMIT, limits, MemorySegment.NULL))
                            == 0;
        }
    }

    /** Those of {@code pids} that carry the mark, ended ones included. */
    List<Integer> marked(long mark, int[] pids) {
        List<Integer> found = new ArrayList<>();
        boolean ignored = eachMarked(mark, pids, found::add);
        return found;
    }

    /** Tells each of {@code pids} that carries the mark as soon as it is known. False if one of {@code pids} was gone. */
    boolean eachMarked(long mark, int[] pids, IntConsumer found) {
        boolean isWhole = true;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(JAVA_LONG, 2);
            for (int pid : pids) {
                int answer = CLibrary.number(
                        () -> (int) limit.invokeExact(pid, REAL_TIME_LIMIT, MemorySegment.NULL, limits));
                if (answer == 0 && limits.getAtIndex(JAVA_LONG, 0) == mark) {
                    found.accept(pid);
                }
                isWhole &= answer == 0 || ProcessTable.exists(pid);
            }
        }
        return isWhole;
    }

    Children children() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment information = arena.allocate(INFORMATION_BYTES, 8);
            MemorySegment errno = arena.allocate(ERRNO);
            int answer = CLibrary.number(() -> (int) look.invokeExact(errno, 0, 0, information, ENDED_AND_LEFT_AS_IS));
            if (answer != 0) {
                return errno.get(JAVA_INT, 0) == NO_CHILD ? Children.NONE : Children.RUNNING;
            }
            return information.get(JAVA_INT, PID_IN_INFORMATION) == 0 ? Children.RUNNING : Children.ENDED;
        }
    }

    /** Takes the exit code of a child that has ended, so that it disappears. Only for children nobody else waits for. */
    boolean reap(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            return CLibrary.number(() -> (int) wait.invokeExact(pid, status, DO_NOT_WAIT)) == pid;
        }
    }

    void kill(int pid) {
        int ignored = CLibrary.number(() -> (int) kill.invokeExact(pid, 9));
    }
}
