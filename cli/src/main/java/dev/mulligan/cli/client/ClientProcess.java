package dev.mulligan.cli.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

/**
 * Runs a program in this terminal as if it had been started directly: its input, output and error are ours, it hears
 * Ctrl-C and the terminal's other signals itself, and its exit code is returned.
 */
final class ClientProcess {

    private ClientProcess() {}

    static int run(List<String> command, Map<String, String> set, List<String> unset)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().keySet().removeAll(unset);
        builder.environment().putAll(set);
        // Before it starts: a signal in between must not end us and leave it behind.
        Signals signals = new Signals();
        Process process = builder.start();
        signals.passTo(process.toHandle());
        return process.waitFor();
    }

    /**
     * What ends this program by default. A terminal sends these to everybody in it, so the client has heard Ctrl-C already;
     * a signal sent to us alone is passed on. The JDK has no public way to hear signals; where its own is missing, Ctrl-C
     * ends both.
     */
    private static final class Signals {

        private volatile ProcessHandle client = ProcessHandle.current();

        Signals() {
            handle("INT", () -> {});
            handle("TERM", this::end);
            handle("HUP", this::end);
        }

        void passTo(ProcessHandle handle) {
            client = handle;
        }

        private void end() {
            if (client.pid() != ProcessHandle.current().pid()) {
                client.destroy();
            }
        }

        private static void handle(String name, Runnable action) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object hearing = Proxy.newProxyInstance(
                        ClientProcess.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                action.run();
                            }
                            return null;
                        });
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), hearing);
            } catch (ClassNotFoundException
                    | NoSuchMethodException
                    | IllegalAccessException
                    | InstantiationException
                    | InvocationTargetException e) {
                // This Java or this system has no such signal.
            }
        }
    }
}
