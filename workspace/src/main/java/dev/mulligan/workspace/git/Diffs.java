package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Differences of trees from one git process that answers question after question. It ends with this program. */
public final class Diffs implements AutoCloseable {
    private static final long LONGEST_ANSWER = 60;

    private final LastingGit git;
    private int asked;

    private Diffs(Git git, List<String> form) {
        List<String> command = new ArrayList<>(
                List.of("diff-tree", "--stdin", "-r", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"));
        command.addAll(form);
        this.git = new LastingGit(git, command);
    }

    /** Raw lines, an empty line, the patch. */
    public static Diffs withPatch(Git git) {
        return new Diffs(git, List.of("--raw", "-p", "--binary", "--full-index"));
    }

    /** Raw lines only. */
    public static Diffs raw(Git git) {
        return new Diffs(git, List.of("--raw"));
    }

    /** In the form it was made for. */
    public synchronized String between(String from, String to) throws IOException {
        try {
            return ask(from, to);
        } catch (IOException ended) {
            // It may have been ended from outside: once more with a new one.
            close();
            return ask(from, to);
        }
    }

    private String ask(String from, String to) throws IOException {
        // Git repeats a line that names no object, and says all that came before it first.
        String mark = "mulligan-" + asked++ + "-done\n";
        Process running = git.ask(from + " " + to + "\n" + mark);
        // It says nothing at all about trees that somebody's tidying up has removed.
        CompletableFuture<Void> late = CompletableFuture.runAsync(
                running::destroyForcibly, CompletableFuture.delayedExecutor(LONGEST_ANSWER, TimeUnit.SECONDS));
        try {
            String all = until(("\n" + mark).getBytes(StandardCharsets.US_ASCII), git.answers());
            return all.substring(all.indexOf('\n') + 1);
        } finally {
            late.cancel(false);
        }
    }

    private static String until(byte[] mark, InputStream answers) throws IOException {
        Tail all = new Tail();
        byte[] buffer = new byte[1 << 16];
        while (!all.endsWith(mark)) {
            int read = answers.read(buffer);
            if (read < 0) {
                throw new GitFailed(
                        "git could not compare two states of the files; git gc may have removed one of them");
            }
            all.write(buffer, 0, read);
        }
        // The newline before the mark belongs to the answer.
        return new String(all.toByteArray(), 0, all.size() - mark.length + 1, StandardCharsets.UTF_8);
    }

    /** Looks at its own end without copying everything. */
    private static final class Tail extends ByteArrayOutputStream {
        boolean endsWith(byte[] mark) {
            return count >= mark.length && Arrays.equals(buf, count - mark.length, count, mark, 0, mark.length);
        }
    }

    @Override
    public synchronized void close() {
        git.close();
    }
}
