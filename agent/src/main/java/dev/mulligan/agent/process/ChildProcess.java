package dev.mulligan.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one process with care: own group, bounded output, time and silence limits, killed as a tree. */
public final class ChildProcess {

    private static final int SMALLEST_PIPE = 4_096;
    private static final int KEPT_BYTES = 4 * 1024 * 1024;
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private final List<String> command;
    private final Path folder;
    private final Map<String, String> environment;
    private final ProcessLimits limits;
    private final Optional<Path> records;

    /** The environment is taken as it is: see {@code Environment} for what should be in it. */
    public ChildProcess(List<String> command, Path folder, Map<String, String> environment, ProcessLimits limits) {
        this(command, folder, environment, limits, Optional.empty());
    }

    /**
     * @param records where it is noted while it runs, for {@link ProcessRecord#endLeftovers}
     */
    public ChildProcess(
            List<String> command,
            Path folder,
            Map<String, String> environment,
            ProcessLimits limits,
            Optional<Path> records) {
        this.command = List.copyOf(command);
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.limits = limits;
        this.records = records;
    }

    public ProcessResult run(String stdin, OutputListener listener) throws InterruptedException {
        return run(stdin, listener, new CompletableFuture<>());
    }

    /** @param stop done when the process is to be ended, with the ending that is told */
    public ProcessResult run(String stdin, OutputListener listener, CompletableFuture<ProcessEnding> stop)
            throws InterruptedException {
        ProcessTree tree = new ProcessTree();
        Optional<ProcessRecord> record = records.map(kept -> ProcessRecord.write(kept, tree.mark()));
        try {
            tree.start(command, folder, environment);
            if (!tree.isMarked()) {
                record.ifPresent(noted -> noted.started(tree.process()));
            }
            return watch(tree, stdin, listener, stop);
        } catch (IOException e) {
            return new ProcessResult(
                    ProcessEnding.NOT_STARTED,
                    OptionalInt.empty(),
                    "",
                    "cannot run " + command.getFirst() + ": " + e.getMessage());
        } finally {
            record.ifPresent(ProcessRecord::remove);
        }
    }

    private ProcessResult watch(
            ProcessTree tree, String stdin, OutputListener listener, CompletableFuture<ProcessEnding> stop)
            throws InterruptedException {
        Process process = tree.process();
        OutputReader out = new OutputReader("stdout", process.getInputStream(), KEPT_BYTES, listener);
        OutputReader err = new OutputReader("stderr", process.getErrorStream(), KEPT_BYTES, listener);
        feed(process.getOutputStream(), stdin.getBytes(StandardCharsets.UTF_8));
        ProcessEnding ending;
        try {
            ending = await(process, out, err, stop);
        } catch (InterruptedException cancelled) {
            tree.end(limits.grace());
            throw cancelled;
        }
        if (ending == ProcessEnding.EXITED) {
            // What it left running would hold the pipes open and work on behind our back.
            tree.endRest();
        } else {
            tree.end(limits.grace());
        }
        out.finish(DRAIN);
        err.finish(DRAIN);
        return new ProcessResult(ending, exitCode(process), out.text(), err.text());
    }

    private ProcessEnding await(
            Process process, OutputReader out, OutputReader err, CompletableFuture<ProcessEnding> stop)
            throws InterruptedException {
        CompletableFuture<ProcessEnding> over =
                process.onExit().thenApply(ended -> ProcessEnding.EXITED).applyToEither(stop, ending -> ending);
        long deadline = System.nanoTime() + limits.timeout().toNanos();
        while (true) {
            long now = System.nanoTime();
            long quietUntil = Math.max(out.lastByteAt(), err.lastByteAt())
                    + limits.silence().toNanos();
            long wait = Math.min(deadline, quietUntil) - now;
            if (wait <= 0) {
                return deadline - now <= 0 ? ProcessEnding.TIMED_OUT : ProcessEnding.SILENT;
            }
            try {
                return over.get(wait, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // Look again: there may have been output meanwhile.
            } catch (ExecutionException e) {
                throw new IllegalStateException("waiting for " + command.getFirst() + " failed", e);
            }
        }
    }

    private static OptionalInt exitCode(Process process) throws InterruptedException {
        return process.waitFor(5, TimeUnit.SECONDS) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    }

    /** What fits into any new pipe is written at once; more may have to wait until it is read. */
    private static void feed(OutputStream to, byte[] text) {
        if (text.length <= SMALLEST_PIPE) {
            write(to, text);
        } else {
            thread(() -> write(to, text));
        }
    }

    private static void write(OutputStream to, byte[] text) {
        try (to) {
            to.write(text);
        } catch (IOException e) {
            // It ended or closed its input without reading all of it: its exit tells more than this would.
        }
    }

    /** Not virtual: one that waits for a pipe would keep all others from running. */
    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().name("mulligan-pipe").start(work);
    }

    /** Reads one stream on a thread of its own. */
    private static final class OutputReader {

        private final HeadAndTail kept;
        private final Thread thread;
        private final InputStream in;
        private volatile long lastByteAt = System.nanoTime();

        OutputReader(String name, InputStream in, int mostBytes, OutputListener listener) {
            this.kept = new HeadAndTail(mostBytes);
            this.in = in;
            LineSplitter lines = new LineSplitter(line -> listener.on(name, line));
            this.thread = thread(() -> read(lines));
        }

        private void read(LineSplitter lines) {
            byte[] buffer = new byte[16 * 1024];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    lastByteAt = System.nanoTime();
                    kept.add(buffer, n);
                    lines.add(buffer, n);
                }
            } catch (IOException e) {
                // The stream was closed under us after the process ended.
            }
            lines.end();
        }

        long lastByteAt() {
            return lastByteAt;
        }

        void finish(Duration most) throws InterruptedException {
            if (!thread.join(most)) {
                try {
                    in.close();
                } catch (IOException e) {
                    // Nothing more can be read either way.
                }
                thread.join(most);
            }
        }

        String text() {
            return kept.text();
        }
    }
}
