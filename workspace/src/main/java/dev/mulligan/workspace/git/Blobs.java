package dev.mulligan.workspace.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads file contents from the repository, all through one git process. */
final class Blobs implements AutoCloseable {
    private final Process process;
    private final OutputStream requests;
    private final InputStream answers;

    Blobs(Git git) throws IOException {
        this.process = git.start(List.of("cat-file", "--batch"));
        this.requests = process.getOutputStream();
        this.answers = new BufferedInputStream(process.getInputStream());
        Thread.ofVirtual().start(() -> Git.discard(process.getErrorStream()));
    }

    byte[] read(String blob) throws IOException {
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
    public void close() throws IOException {
        requests.close();
        process.destroy();
    }
}
