package dev.mulligan.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes in a group of their own that die with this one, where the system can do that.
 *
 * <p>"Die with the parent" is tied to the thread that starts the child, so all children are started by one thread that
 * lives as long as the program.
 */
final class Starter {

    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("mulligan-starter").factory());

    private Starter() {}

    static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        if (Files.isExecutable(SETPRIV)) {
            command.addAll(List.of(SETPRIV.toString(), "--pdeathsig", "KILL", "--"));
        }
        command.addAll(builder.command());
        builder.command(command);
        try {
            return THREAD.submit(builder::start).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IOException("the process could not be started", e.getCause());
        }
    }

    /** Whether children lead a group of their own, which can then be signalled as a whole. */
    static boolean hasGroups() {
        return Files.isExecutable(SETSID);
    }
}
