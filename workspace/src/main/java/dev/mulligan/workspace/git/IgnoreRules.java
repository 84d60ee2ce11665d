package dev.mulligan.workspace.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which paths git leaves out, from one git process that answers question after question. It ends with this program. */
public final class IgnoreRules implements AutoCloseable {
    private static final int LONGEST_ANSWER = 1 << 16;

    private final Git git;
    private @Nullable Process process;
    private InputStream answers = InputStream.nullInputStream();

    public IgnoreRules(Git git) {
        this.git = git;
    }

    /**
     * Whether an untracked file or folder of this path is left out.
     *
     * @param path relative to the work tree; a folder's ends with a slash
     */
    public synchronized boolean ignores(String path) throws IOException {
        Process running = running();
        try {
            OutputStream questions = running.getOutputStream();
            questions.write(("./" + path + "\0").getBytes(StandardCharsets.UTF_8));
            questions.flush();
            // Where the rule stands, its line, the rule, the path.
            field();
            field();
            String rule = field();
            field();
            return !rule.isEmpty() && !rule.startsWith("!");
        } catch (IOException ended) {
            close();
            throw ended;
        }
    }

    private Process running() throws IOException {
        Process running = process;
        if (running == null || !running.isAlive()) {
            running = git.start(List.of("check-ignore", "-z", "--stdin", "--verbose", "--non-matching"));
            InputStream errors = running.getErrorStream();
            Thread.ofPlatform().daemon().start(() -> Git.discard(errors));
            answers = new BufferedInputStream(running.getInputStream());
            process = running;
        }
        return running;
    }

    private String field() throws IOException {
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        for (int read = answers.read(); read != 0; read = answers.read()) {
            if (read < 0 || field.size() > LONGEST_ANSWER) {
                throw new GitFailed("git check-ignore ended before it had answered");
            }
            field.write(read);
        }
        return field.toString(StandardCharsets.UTF_8);
    }

    /** The next question is asked of a git that reads all rules anew. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroy();
            process = null;
        }
    }
}
