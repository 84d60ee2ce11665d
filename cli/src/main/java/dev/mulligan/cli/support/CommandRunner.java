package dev.mulligan.cli.support;

import dev.mulligan.agent.process.HeadAndTail;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Runs a command, shows its output as it comes, and keeps the head and the tail of each stream. */
public final class CommandRunner {

    public record Result(int exit, String stdout, String stderr) {}

    private static final int KEPT_BYTES = 8 * 1024 * 1024;

    private CommandRunner() {}

    public static Result run(List<String> command) throws IOException, InterruptedException {
        return run(command, System.err);
    }

    /** Both streams are copied to {@code echo}: standard output stays free for our own. */
    public static Result run(List<String> command, PrintStream echo) throws IOException, InterruptedException {
        Process process = start(command);
        try {
            CompletableFuture<String> stdout = collect(process.getInputStream(), echo);
            CompletableFuture<String> stderr = collect(process.getErrorStream(), echo);
            int exit = process.waitFor();
            return new Result(exit, stdout.get(), stderr.get());
        } catch (ExecutionException e) {
            throw new IOException("the output of " + command.getFirst() + " could not be read", e.getCause());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
            }));
            return process;
        } catch (IOException e) {
            throw new UserError(
                    "cannot run " + command.getFirst() + ": " + e.getMessage(),
                    "Is it installed and on the PATH? Put the command after --.");
        }
    }

    private static CompletableFuture<String> collect(InputStream in, PrintStream echo) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            HeadAndTail kept = new HeadAndTail(KEPT_BYTES);
            byte[] buffer = new byte[8192];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    kept.add(buffer, n);
                    echo.write(buffer, 0, n);
                    echo.flush();
                }
                text.complete(kept.text());
            } catch (IOException e) {
                text.completeExceptionally(e);
            }
        });
        return text;
    }
}
