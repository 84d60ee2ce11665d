package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sets refs without a new process for each. */
public final class RefUpdates implements AutoCloseable {
    private static final int LONGEST_ANSWER = 1 << 16;

    private final Git git;
    private final LastingGit lasting;

    public RefUpdates(Git git) {
        this.git = git;
        this.lasting = new LastingGit(git, List.of("update-ref", "--stdin"));
    }

    /** The ref names the commit when this returns. */
    public synchronized void set(String ref, String commit) throws IOException {
        try {
            lasting.ask("start\nupdate " + ref + " " + commit + "\ncommit\n");
            expect("start: ok");
            expect("commit: ok");
        } catch (IOException ended) {
            // It ends at the first thing it cannot do and says why to nobody: one that is asked once says it.
            lasting.close();
            git.text("update-ref", ref, commit);
        }
    }

    private void expect(String line) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        for (int read = lasting.answers().read();
                read != '\n';
                read = lasting.answers().read()) {
            if (read < 0 || said.size() > LONGEST_ANSWER) {
                throw new GitFailed("git update-ref ended before it had answered");
            }
            said.write(read);
        }
        if (!said.toString(StandardCharsets.UTF_8).equals(line)) {
            throw new GitFailed("git update-ref said: " + said.toString(StandardCharsets.UTF_8));
        }
    }

    @Override
    public synchronized void close() {
        lasting.close();
    }
}
