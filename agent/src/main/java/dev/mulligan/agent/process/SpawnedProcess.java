package dev.mulligan.agent.process;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A child in a session of its own, started by the C library. Java's own way takes two programs more to get there, and
 * each costs a millisecond.
 */
final class SpawnedProcess extends Process {

    private final ProcessHandle handle;
    private final OutputStream in;
    private final InputStream out;
    private final InputStream err;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    private SpawnedProcess(ProcessHandle handle, Pipes pipes) {
        this.handle = handle;
        this.in = pipes.in;
        this.out = pipes.out;
        this.err = pipes.err;
    }

    /** Its files are its own: whoever starts it reads and closes them. */
    static Process start(
            CLibrary system, String file, List<String> command, Map<String, String> environment, String folder)
            throws IOException {
        List<String> variables = new ArrayList<>();
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        boolean zero = folder.indexOf('\0') >= 0
                || command.stream().anyMatch(text -> text.indexOf('\0') >= 0)
                || variables.stream().anyMatch(text -> text.indexOf('\0') >= 0);
        if (zero) {
            throw new IOException("its command or environment holds a zero character");
        }
        try (Pipes pipes = new Pipes(system)) {
            int pid =
                    system.spawn(file, command, variables, folder, pipes.childIn(), pipes.childOut(), pipes.childErr());
            // Before anybody waits for it: until then its number is not given to another process.
            ProcessHandle handle = ProcessHandle.of(pid).orElseThrow(() -> new IOException("it ended at once"));
            SpawnedProcess process = new SpawnedProcess(handle, pipes);
            pipes.handOver();
            Thread.ofPlatform()
                    .daemon()
                    .name("mulligan-wait-" + pid)
                    .start(() -> process.exit.complete(system.await(pid)));
            return process;
        }
    }

    /** The three pipes; closed with all their ends unless they were handed over. */
    private static final class Pipes implements AutoCloseable {
        private final CLibrary system;
        private final List<Integer> descriptors = new ArrayList<>();
        private final OutputStream in;
        private final InputStream out;
        private final InputStream err;
        private boolean handedOver;

        Pipes(CLibrary system) throws IOException {
            this.system = system;
            OutputStream madeIn = OutputStream.nullOutputStream();
            InputStream madeOut = InputStream.nullInputStream();
            try {
                for (int i = 0; i < 3; i++) {
                    CLibrary.Pipe pipe = system.pipe();
                    descriptors.add(pipe.read());
                    descriptors.add(pipe.write());
                }
                madeIn = new FileOutputStream(file(1));
                madeOut = new FileInputStream(file(2));
                this.err = new FileInputStream(file(4));
                this.in = madeIn;
                this.out = madeOut;
            } catch (IOException | RuntimeException e) {
                madeIn.close();
                madeOut.close();
                descriptors.forEach(system::close);
                throw e;
            }
        }

        /** Opened once more by name: a descriptor by number is closed to us. */
        private String file(int which) {
            return CLibrary.OWN_FILES + "/" + descriptors.get(which);
        }

        int childIn() {
            return descriptors.get(0);
        }

        int childOut() {
            return descriptors.get(3);
        }

        int childErr() {
            return descriptors.get(5);
        }

        void handOver() {
            handedOver = true;
        }

        @Override
        public void close() throws IOException {
            descriptors.forEach(system::close);
            if (!handedOver) {
                in.close();
                out.close();
                err.close();
            }
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return in;
    }

    @Override
    public InputStream getInputStream() {
        return out;
    }

    @Override
    public InputStream getErrorStream() {
        return err;
    }

    @Override
    public long pid() {
        return handle.pid();
    }

    @Override
    public ProcessHandle toHandle() {
        return handle;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return exit.thenApply(_ -> this);
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            return exit.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("waiting for process " + pid() + " failed", impossible);
        }
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            exit.get(timeout, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("waiting for process " + pid() + " failed", impossible);
        }
    }

    @Override
    public int exitValue() {
        if (!exit.isDone()) {
            throw new IllegalThreadStateException("process " + pid() + " has not ended");
        }
        return exit.join();
    }

    @Override
    public boolean isAlive() {
        return !exit.isDone();
    }

    @Override
    public boolean supportsNormalTermination() {
        return true;
    }

    @Override
    public void destroy() {
        if (isAlive()) {
            handle.destroy();
        }
    }

    @Override
    public Process destroyForcibly() {
        if (isAlive()) {
            handle.destroyForcibly();
        }
        return this;
    }
}
