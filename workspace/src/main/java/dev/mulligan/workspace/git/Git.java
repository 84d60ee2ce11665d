package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the git program with everything off that could run other programs, ask questions, or write without being told:
 * whatever the settings of a repository say, since an agent or a stranger may have written them.
 *
 * @param folder where it runs
 * @param environment variables that aim it at a repository, an index, a work tree
 * @param check what must hold before each start
 * @param isOnline whether it reaches another repository in the user's name, with all the user's ways to be let in
 */
public record Git(Path folder, Map<String, String> environment, Check check, boolean isOnline) {
    private static final long TIMEOUT_SECONDS = 600;
    private static final int MOST_ERROR_TEXT = 4_000;

    /** Mends, or refuses, before git starts. */
    interface Check {
        Check NONE = () -> {};

        void run() throws IOException;
    }

    public Git {
        environment = Map.copyOf(environment);
    }

    /** At the top of a work tree; never in a repository further up, nor in one whose settings name other files. */
    public static Git in(Path folder) {
        Path top = folder.toAbsolutePath();
        Path above = Optional.ofNullable(top.getParent()).orElse(top);
        return anywhere(folder)
                .with("GIT_CEILING_DIRECTORIES", above.toString())
                .with("GIT_WORK_TREE", top.toString());
    }

    /** Where there is no repository yet, or another one is named by variables. */
    static Git anywhere(Path folder) {
        return new Git(folder, Map.of(), Check.NONE, false);
    }

    Git with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new Git(folder, more, check, isOnline);
    }

    Git checking(Check other) {
        return new Git(folder, environment, other, isOnline);
    }

    Git online() {
        return new Git(folder, environment, check, true);
    }

    /** Commits made by it are ours, at that time. */
    public Git asMulligan(Instant at) {
        String date = "@" + at.getEpochSecond() + " +0000";
        return with("GIT_AUTHOR_NAME", "Mulligan")
                .with("GIT_AUTHOR_EMAIL", "mulligan@localhost")
                .with("GIT_COMMITTER_NAME", "Mulligan")
                .with("GIT_COMMITTER_EMAIL", "mulligan@localhost")
                .with("GIT_AUTHOR_DATE", date)
                .with("GIT_COMMITTER_DATE", date);
    }

    /** What a run printed. */
    private record Done(int exit, ByteArrayOutputStream out, String errors) {}

    /** Standard output as text without the last newline. */
    public String text(String... arguments) throws IOException {
        return new String(bytes(new byte[0], arguments), StandardCharsets.UTF_8).stripTrailing();
    }

    public byte[] bytes(byte[] input, String... arguments) throws IOException {
        Done done = run(input, arguments);
        if (done.exit() != 0) {
            throw failed(done, arguments);
        }
        return done.out().toByteArray();
    }

    /** Standard output of a question to which git says no with 1. */
    public byte[] answer(byte[] input, String... arguments) throws IOException {
        Done done = run(input, arguments);
        if (done.exit() > 1) {
            throw failed(done, arguments);
        }
        return done.out().toByteArray();
    }

    private GitFailed failed(Done done, String... arguments) {
        if (done.errors().contains("dubious ownership")) {
            return new GitFailed(folder + " belongs to another user, so git does nothing there. If you trust it: "
                    + "git config --global --add safe.directory " + folder);
        }
        return new GitFailed("git " + name(arguments) + " failed in " + folder + ": "
                + done.errors().strip());
    }

    /** The command among the arguments, behind settings for it. */
    private static String name(String... arguments) {
        int at = 0;
        while (at < arguments.length - 2 && arguments[at].equals("-c")) {
            at += 2;
        }
        return arguments[at];
    }

    /** Standard output if git agrees, empty if it exits with an error. */
    public Optional<String> ask(String... arguments) throws IOException {
        Done done = run(new byte[0], arguments);
        return done.exit() == 0
                ? Optional.of(done.out().toString(StandardCharsets.UTF_8).stripTrailing())
                : Optional.empty();
    }

    private Done run(byte[] input, String... arguments) throws IOException {
        Process process = start(List.of(arguments));
        FutureTask<String> errors = new FutureTask<>(() -> head(process.getErrorStream()));
        FutureTask<Boolean> fed = new FutureTask<>(() -> feed(process, input));
        // Platform threads: one that waits for a pipe keeps a virtual thread's carrier, and a few would keep all others
        // from running.
        Thread.ofPlatform().daemon().start(errors);
        Thread.ofPlatform().daemon().start(fed);
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<Process> ended = process.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Process> guarded = ended.exceptionally(timeout -> {
            late.set(true);
            return process.destroyForcibly();
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InputStream printed = process.getInputStream()) {
            printed.transferTo(out);
            int exit = guarded.get().waitFor();
            if (late.get()) {
                throw new GitFailed("git " + name(arguments) + " did not finish in " + TIMEOUT_SECONDS + " seconds");
            }
            fed.get();
            return new Done(exit, out, errors.get());
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new GitFailed("git " + name(arguments) + " was interrupted");
        } catch (ExecutionException broken) {
            throw new IOException("git " + name(arguments) + ": its output could not be read", broken);
        }
    }

    /** Starts git with its output unread, for long conversations. */
    Process start(List<String> arguments) throws IOException {
        check.run();
        List<String> command = GitSettings.command(isOnline);
        if (arguments.getFirst().equals("check-ignore")) {
            // The only one that refuses it.
            command.remove("--literal-pathspecs");
        }
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(name -> !GitSettings.passes(name, isOnline));
        variables.putAll(GitSettings.variables(isOnline));
        variables.putAll(environment);
        try {
            return builder.start();
        } catch (IOException missing) {
            throw new IOException("the git program could not be started; install git or put it on the PATH", missing);
        }
    }

    private static boolean feed(Process process, byte[] input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
            return true;
        } catch (IOException closedEarly) {
            return false;
        }
    }

    static void discard(InputStream stream) {
        head(stream);
    }

    private static String head(InputStream stream) {
        try (stream) {
            byte[] start = stream.readNBytes(MOST_ERROR_TEXT);
            stream.transferTo(OutputStream.nullOutputStream());
            return new String(start, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
