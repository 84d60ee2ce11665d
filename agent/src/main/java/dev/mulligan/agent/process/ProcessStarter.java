package dev.mulligan.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes in a group of their own that die with this one, where the system can do that.
 *
 * <p>"Die with the parent" is tied to the thread that starts the child, so all children are started by one thread that
 * lives as long as the program.
 */
final class ProcessStarter {

    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private static final Optional<CLibrary> SYSTEM = CLibrary.load();

    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("mulligan-starter").factory());

    private ProcessStarter() {}

    static void start(ProcessTree tree, List<String> program, Path folder, Map<String, String> environment)
            throws IOException, InterruptedException {
        Optional<String> shell =
                program.getFirst().equals(Shell.NAME) && LiveProcesses.all().isGuarded()
                        ? Shell.on(environment.getOrDefault("PATH", ""))
                        : Optional.empty();
        if (shell.isPresent() && SYSTEM.isPresent()) {
            // Most of what runs is a shell, and the guard ends it with this program: a program less to get there.
            inThread(
                    tree,
                    () -> SpawnedProcess.start(SYSTEM.get(), shell.get(), program, environment, folder.toString()));
            return;
        }
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETPRIV)) {
            command.addAll(List.of(SETPRIV.toString(), "--pdeathsig", "KILL", "--"));
            command.addAll(program);
            if (SYSTEM.isPresent()) {
                inThread(
                        tree,
                        () -> SpawnedProcess.start(
                                SYSTEM.get(), SETPRIV.toString(), command, environment, folder.toString()));
                return;
            }
        } else {
            command.addAll(program);
        }
        if (Files.isExecutable(SETSID)) {
            command.addFirst(SETSID.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        inThread(tree, builder::start);
    }

    private static void inThread(ProcessTree tree, LiveProcesses.Start start) throws IOException, InterruptedException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        THREAD.execute(() -> {
            try {
                started.complete(LiveProcesses.all().start(tree, start));
            } catch (Exception e) {
                started.completeExceptionally(e);
            }
        });
        try {
            started.get();
        } catch (InterruptedException cancelled) {
            // It may have been started all the same. Whoever cancelled it may rely on its having ended.
            if (started.handle((_, failure) -> failure == null).join()) {
                tree.endRest();
            }
            throw cancelled;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IOException("the process could not be started", e.getCause());
        }
    }

    static Optional<CLibrary> system() {
        return SYSTEM;
    }

    /** Whether children lead a group of their own, which can then be signalled as a whole. */
    static boolean hasGroups() {
        return Files.isExecutable(SETSID) || (SYSTEM.isPresent() && Files.isExecutable(SETPRIV));
    }
}
