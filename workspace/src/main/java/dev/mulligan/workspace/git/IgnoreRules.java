package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Which paths git leaves out, from one git process that answers question after question. It ends with this program. */
public final class IgnoreRules implements AutoCloseable {
    private static final int LONGEST_ANSWER = 1 << 16;

    private final LastingGit git;

    public IgnoreRules(Git git) {
        this.git = new LastingGit(git, List.of("check-ignore", "-z", "--stdin", "--verbose", "--non-matching"));
    }

    /**
     * Whether an untracked file or folder of this path is left out.
     *
     * @param path relative to the work tree; a folder's ends with a slash
     */
    public synchronized boolean ignores(String path) throws IOException {
        try {
            git.ask("./" + path + "\0");
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

    private String field() throws IOException {
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        InputStream answers = git.answers();
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
        git.close();
    }
}
