package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads file contents from the repository: those that were just written from their files, others through one git
 * process, started when it is first needed.
 */
public final class Blobs implements AutoCloseable {
    private final LastingGit git;
    private final LooseObjects loose;

    public Blobs(Git git, LooseObjects loose) {
        this.git = new LastingGit(git, List.of("cat-file", "--batch"));
        this.loose = loose;
    }

    public synchronized byte[] read(String blob) throws IOException {
        Optional<byte[]> small = loose.read(blob);
        return small.isPresent() ? small.get() : asked(blob);
    }

    private byte[] asked(String blob) throws IOException {
        git.ask(blob + "\n");
        InputStream answers = git.answers();
        String[] header = line(answers).split(" ", -1);
        if (header.length != 3 || !header[1].equals("blob")) {
            throw new GitFailed("the content " + blob + " of a checkpoint is missing from the repository");
        }
        byte[] content = answers.readNBytes(Integer.parseInt(header[2]));
        if (answers.read() != '\n') {
            throw new GitFailed("git cat-file ended early");
        }
        return content;
    }

    private static String line(InputStream answers) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = answers.read(); c >= 0 && c != '\n'; c = answers.read()) {
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void close() {
        git.close();
    }
}
