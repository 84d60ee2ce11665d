package dev.mulligan.workspace.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads file contents from the repository: those that were just written from their files, others through one git
 * process, started when it is first needed.
 */
public final class Blobs implements AutoCloseable {
    private final Git git;
    private final LooseObjects loose;
    private @Nullable Process process;
    private InputStream answers = InputStream.nullInputStream();

    public Blobs(Git git, LooseObjects loose) {
        this.git = git;
        this.loose = loose;
    }

    public synchronized byte[] read(String blob) throws IOException {
        Optional<byte[]> small = loose.read(blob);
        return small.isPresent() ? small.get() : asked(blob);
    }

    private Process running() throws IOException {
        Process running = process;
        if (running == null || !running.isAlive()) {
            running = git.start(List.of("cat-file", "--batch"));
            InputStream errors = running.getErrorStream();
            Thread.ofPlatform().daemon().start(() -> Git.discard(errors));
            answers = new BufferedInputStream(running.getInputStream());
            process = running;
        }
        return running;
    }

    private byte[] asked(String blob) throws IOException {
        OutputStream requests = running().getOutputStream();
        requests.write((blob + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
        String[] header = line().split(" ", -1);
        if (header.length != 3 || !header[1].equals("blob")) {
            throw new GitFailed("the content " + blob + " of a checkpoint is missing from the repository");
        }
        byte[] content = answers.readNBytes(Integer.parseInt(header[2]));
        if (answers.read() != '\n') {
            throw new GitFailed("git cat-file ended early");
        }
        return content;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = answers.read(); c >= 0 && c != '\n'; c = answers.read()) {
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroy();
            process = null;
        }
    }
}
