package dev.mulligan.workspace.git;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One git process that answers question after question: started when it is first asked, ended with this program. */
final class LastingGit implements AutoCloseable {
    private final Git git;
    private final List<String> command;
    private @Nullable Process process;
    private InputStream answers = InputStream.nullInputStream();

    LastingGit(Git git, List<String> command) {
        this.git = git;
        this.command = List.copyOf(command);
    }

    /** Asks, of a new process where the last one has ended. */
    Process ask(String question) throws IOException {
        Process running = process;
        if (running == null || !running.isAlive()) {
            running = git.start(command);
            InputStream errors = running.getErrorStream();
            Thread.ofPlatform().daemon().start(() -> Git.discard(errors));
            answers = new BufferedInputStream(running.getInputStream());
            process = running;
        }
        OutputStream questions = running.getOutputStream();
        questions.write(question.getBytes(StandardCharsets.UTF_8));
        questions.flush();
        return running;
    }

    /** Of the process that was asked last. */
    InputStream answers() {
        return answers;
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
            process = null;
        }
    }
}
