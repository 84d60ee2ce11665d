package dev.mulligan.agent.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process with everything it starts, however that detaches itself: groups, sessions, a second fork, another
 * environment. Ends it as a whole: asks first, then insists.
 */
final class ProcessTree {

    /** Names the tree in the environment of its processes, for systems where no mark can be set. */
    static final String VARIABLE = "MULLIGAN_ATTEMPT";

    /** Far above any limit that somebody would set, so that nothing is limited by it and nothing else looks like it. */
    private static final long FIRST_MARK = 1L << 61;

    private static final Duration MOST_TO_END = Duration.ofSeconds(5);
    /** Short: each pause is a chance to hand on. */
    private static final long PAUSE_NANOS = 200_000;

    private static final Duration TICK = Duration.ofMillis(10);

    private final long mark = FIRST_MARK + ThreadLocalRandom.current().nextLong(FIRST_MARK);
    private final long startedNanos = System.nanoTime();
    private volatile boolean marked;
    private volatile @Nullable Process process;

    /** An interrupt while it starts ends what may have been started. */
    void start(List<String> command, Path folder, Map<String, String> environment)
            throws IOException, InterruptedException {
        Map<String, String> named = new TreeMap<>(environment);
        named.put(VARIABLE, Long.toHexString(mark));
        ProcessStarter.start(this, command, folder, named);
    }

    void startedAs(Process started, boolean withMark) {
        marked = withMark;
        process = started;
    }

    /** Whether the system could mark it; else its processes are known by their parents and their environment only. */
    boolean isMarked() {
        return marked;
    }

    Process process() {
        Process started = process;
        if (started == null) {
            throw new IllegalStateException("the process has not been started");
        }
        return started;
    }

    long mark() {
        return mark;
    }

    String variable() {
        return VARIABLE + "=" + Long.toHexString(mark);
    }

    boolean isLeader(int pid) {
        return process().pid() == pid;
    }

    /** By the clock of {@code /proc}, which counts in ticks; within one tick it says yes. */
    boolean startedBefore(ProcessTable.Entry entry) {
        String[] uptime = ProcessTable.read("/proc/uptime").split("[ .]", 3);
        if (uptime.length < 3) {
            return false;
        }
        long now = Long.parseLong(uptime[0]) * 100 + Long.parseLong(uptime[1]);
        long age = (System.nanoTime() - startedNanos) / TICK.toNanos();
        return entry.started() >= now - age - 1;
    }

    void end(Duration grace) {
        List<ProcessHandle> family = process().descendants().toList();
        signalGroup(GroupSignal.TERM);
        family.forEach(ProcessHandle::destroy);
        process().destroy();
        try {
            if (!process().waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                force(family);
            }
        } catch (InterruptedException hurry) {
            force(family);
            Thread.currentThread().interrupt();
        }
        family.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
        endRest();
    }

    private void force(List<ProcessHandle> family) {
        signalGroup(GroupSignal.KILL);
        process().descendants().forEach(ProcessHandle::destroyForcibly);
        family.forEach(ProcessHandle::destroyForcibly);
        process().destroyForcibly();
    }

    void ask() {
        signalGroup(GroupSignal.TERM);
    }

    void await(long untilNanos) {
        try {
            process().waitFor(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is left after the head has ended. Returns when it is gone: it must not change a file after that. */
    void endRest() {
        signalGroup(GroupSignal.KILL);
        LiveProcesses all = LiveProcesses.all();
        long until = System.nanoTime() + MOST_TO_END.toNanos();
        Optional<Leftovers> rest = all.leftovers(this);
        while (rest.filter(Leftovers::mustLookAgain).isPresent() && System.nanoTime() < until) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        process().destroyForcibly();
        awaitHead(until);
        all.ended(this);
    }

    /** It has been killed and is gone in a moment, which whoever is in a hurry must wait for, too. */
    private void awaitHead(long untilNanos) {
        boolean hurry = Thread.interrupted();
        boolean waits = true;
        while (waits) {
            try {
                process().waitFor(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                waits = false;
            } catch (InterruptedException again) {
                hurry = true;
            }
        }
        if (hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** The leader's pid is the group's id. It stays taken while any member lives, so the signal cannot go astray. */
    private void signalGroup(GroupSignal signal) {
        if (ProcessStarter.hasGroups()) {
            signal.send(process().pid());
        }
    }
}
