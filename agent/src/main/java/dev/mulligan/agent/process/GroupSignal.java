package dev.mulligan.agent.process;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A signal to all processes of a group. Asked of the system directly: a program for it costs as much as a short step. */
enum GroupSignal {
    TERM(15),
    KILL(9);

    private static final Optional<MethodHandle> SYSTEM = system();

    private final int number;

    GroupSignal(int number) {
        this.number = number;
    }

    @SuppressWarnings("restricted")
    private static Optional<MethodHandle> system() {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find("kill")
                    .map(symbol -> linker.downcallHandle(
                            symbol,
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)));
        } catch (IllegalCallerException | UnsupportedOperationException notAllowed) {
            return Optional.empty();
        }
    }

    void send(long group) {
        if (SYSTEM.isEmpty() || group <= 1 || group > Integer.MAX_VALUE) {
            byProgram(group);
            return;
        }
        try {
            // An answer of -1 says that nobody is left.
            int ignored = (int) SYSTEM.get().invokeExact((int) -group, number);
        } catch (Throwable broken) {
            byProgram(group);
        }
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
