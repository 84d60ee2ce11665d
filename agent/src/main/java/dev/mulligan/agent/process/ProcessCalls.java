package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mulligan.agent.process.NativeCalls.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

    private static final int SET_SUBREAPER = 36;
    private static final int REAL_TIME_LIMIT = 15;
    private static final int DO_NOT_WAIT = 1;
    private static final int ENDED_AND_LEFT_AS_IS = 4 | DO_NOT_WAIT | 0x0100_0000;
    private static final int NO_CHILD = 10;
    private static final long INFORMATION_BYTES = 128;
    private static final long PID_IN_INFORMATION = 16;

    private static final Optional<ProcessCalls> SYSTEM = load();

    private final Function control;
    private final Function limit;
    private final Function look;
    private final Function wait;
    private final Function kill;

    private ProcessCalls(NativeCalls calls) {
        this.control = calls.function("prctl");
        this.limit = calls.function("prlimit");
        this.look = calls.function("waitid");
        this.wait = calls.function("waitpid");
        this.kill = calls.function("kill");
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
            return NativeCalls.system().map(ProcessCalls::new);
        } catch (NoSuchElementException missing) {
            return Optional.empty();
        }
    }

    /** From now on a descendant whose parent has ended becomes our child. */
    boolean adoptOrphans() {
        return control.call(SET_SUBREAPER, 1) == 0;
    }

    /** The mark this program carries itself, which is what its children get when nobody marks them. */
    long ownMark() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(JAVA_LONG, 2);
            int ignored = limit.call(0, REAL_TIME_LIMIT, 0, limits.address());
            return limits.getAtIndex(JAVA_LONG, 0);
        }
    }

    /** What this program starts from now on carries the mark. False where the limits do not allow it. */
    boolean markOwn(long mark) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(JAVA_LONG, 2);
            int read = limit.call(0, REAL_TIME_LIMIT, 0, limits.address());
            limits.setAtIndex(JAVA_LONG, 0, mark);
            return read == 0 && limit.call(0, REAL_TIME_LIMIT, limits.address()) == 0;
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
                int answer = limit.call(pid, REAL_TIME_LIMIT, 0, limits.address());
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
            MemorySegment errno = arena.allocate(NativeCalls.ERRNO);
            int answer = look.callTelling(errno, 0, 0, information.address(), ENDED_AND_LEFT_AS_IS);
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
            return wait.call(pid, status.address(), DO_NOT_WAIT) == pid;
        }
    }

    void kill(int pid) {
        int ignored = kill.call(pid, 9);
    }
}
