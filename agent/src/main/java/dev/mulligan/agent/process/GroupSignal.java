package dev.mulligan.agent.process;

import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A signal to all processes of a group. Asked of the system directly: a program for it costs as much as a short step. */
enum GroupSignal {
    TERM(15),
    KILL(9);

    private static final Optional<NativeCalls.Function> SYSTEM = system();

    private final int number;

    GroupSignal(int number) {
        this.number = number;
    }

    private static Optional<NativeCalls.Function> system() {
        try {
            return NativeCalls.system().map(calls -> calls.function("kill"));
        } catch (NoSuchElementException missing) {
            return Optional.empty();
        }
    }

    void send(long group) {
        if (SYSTEM.isEmpty() || group <= 1 || group > Integer.MAX_VALUE) {
            byProgram(group);
            return;
        }
        // An answer of -1 says that nobody is left.
        int ignored = SYSTEM.get().call(-group, number);
    }

    private void byProgram(long group) {
        try {
            new ProcessBuilder("/bin/kill", "-" + name(), "--", "-" + group)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(2, TimeUnit.SECONDS);
        } catch (IOException e) {
            // No kill program: the descendants are ended one by one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
