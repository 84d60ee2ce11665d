package dev.mulligan.agent;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ends a process with everything it started: asks first, then insists. */
final class ProcessTree {

    private ProcessTree() {}

    static void end(Process process, Duration grace) {
        List<ProcessHandle> family = process.descendants().toList();
        signalGroup(process, GroupSignal.TERM);
        family.forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                force(process, family);
            }
        } catch (InterruptedException hurry) {
            force(process, family);
            Thread.currentThread().interrupt();
        }
        family.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }

    private static void force(Process process, List<ProcessHandle> family) {
        signalGroup(process, GroupSignal.KILL);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        family.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** What is left of the group after its leader has ended. */
    static void endGroup(Process process) {
        signalGroup(process, GroupSignal.KILL);
    }

    /** The leader's pid is the group's id. It stays taken while any member lives, so the signal cannot go astray. */
    private static void signalGroup(Process process, GroupSignal signal) {
        if (Starter.hasGroups()) {
            signal.send(process.pid());
        }
    }
}
