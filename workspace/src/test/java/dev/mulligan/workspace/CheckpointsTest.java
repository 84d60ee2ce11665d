package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.checkpoint.HeadMoved;
import dev.mulligan.workspace.checkpoint.Restored;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointsTest {
    @TempDir
    Path scratch;

    private TestRepository made(String kind) throws IOException {
        TestRepository files = kind.equals("plain")
                ? TestRepository.plain(scratch.resolve("ws"))
                : TestRepository.git(scratch.resolve("ws"));
        if (kind.equals("git") || kind.equals("detached")) {
            files.write("tracked.txt", "committed\n")
                    .write(".gitignore", "*.log\nbuild/\n")
                    .commit("base");
        }
        if (kind.equals("detached")) {
            files.git("checkout", "-q", "--detach");
        }
        return files.write(".gitignore", "*.log\nbuild/\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain", "unborn", "detached"})
    void everythingComesBackAndTheRestoreItselfCanBeUndone(String kind) throws IOException {
        TestRepository files = made(kind);
        files.write("tracked.txt", "dirty\r\nline\n")
                .write("dir/untracked é.txt", "new\n")
                .write("x.log", "ignored\n");
        files.write("odd \"name\"\n\tü", "odd\n");
        Files.createSymbolicLink(files.root.resolve("link"), Path.of("tracked.txt"));
        Path script = files.write("run.sh", "echo\n").root.resolve("run.sh");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> saved = files.files(false);

        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint checkpoint = checkpoints.create("before the agent");
        Files.delete(script);
        files.write("tracked.txt", "broken\n").write("junk.txt", "junk\n").write("run.sh/inside", "folder now\n");
        Files.delete(files.root.resolve("link"));
        Files.delete(files.root.resolve("dir/untracked é.txt"));
        files.write("link/now", "a folder\n");
        files.write("y.log", "ignored too\n");
        Map<String, String> broken = files.files(false);

        assertThat(checkpoints.preview(checkpoint.id())).contains("tracked.txt", "junk.txt", "link");
        Restored restored = checkpoints.restore(checkpoint.id());
        assertThat(restored.changed()).contains("junk.txt", "link/now");
        saved.put("y.log", broken.getOrDefault("y.log", ""));
        assertThat(files.files(false)).isEqualTo(saved);

        checkpoints.undo();
        assertThat(files.files(false)).isEqualTo(broken);
        checkpoints.undo();
        assertThat(files.files(false)).isEqualTo(saved);
        assertThat(Workspace.open(files.root).checkpoints().list())
                .extracting(Checkpoint::label)
                .contains("before the agent");
    }

    @Test
    void nothingOfTheUsersIsTouched() throws IOException {
        TestRepository files = made("git");
        files.write("stashed.txt", "s\n").git("add", "-A");
        files.git("stash");
        files.write("staged.txt", "staged\n").git("add", "staged.txt");
        files.write("staged.txt", "and changed\n");
        Path hooks = Files.createDirectories(files.root.resolve(".git/hooks"));
        for (String hook :
                List.of("reference-transaction", "post-checkout", "post-index-change", "pre-commit", "fsmon")) {
            Path file = hooks.resolve(hook);
            Files.writeString(file, "#!/bin/sh\ntouch '" + scratch + "/hook-ran-" + hook + "'\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        files.git("config", "core.fsmonitor", hooks.resolve("fsmon").toString());
        files.git("config", "commit.gpgSign", "true");
        files.git("config", "core.autocrlf", "true");
        files.git("config", "filter.bad.clean", "touch '" + scratch + "/hook-ran-filter'; cat");
        files.write(".gitattributes", "*.txt filter=bad text eol=crlf\n");
        Map<String, String> before = files.files(true);

        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint checkpoint = checkpoints.create("one");
        checkpoints.list();
        assertThat(files.files(true)).isEqualTo(before);

        files.write("tracked.txt", "changed\n");
        checkpoints.restore(checkpoint.id());
        assertThat(files.files(true)).isEqualTo(before);
        try (var made = Files.list(scratch)) {
            assertThat(made.map(Path::getFileName).map(String::valueOf)).noneMatch(name -> name.startsWith("hook-ran"));
        }
    }

    @Test
    void refusedWhenHeadMoved() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint checkpoint = checkpoints.create("one");
        files.write("tracked.txt", "committed by the user\n").commit("user's");
        assertThatThrownBy(() -> checkpoints.restore(checkpoint.id()))
                .isInstanceOf(HeadMoved.class)
                .hasMessageContaining(checkpoint.id());
        assertThat(files.read("tracked.txt")).isEqualTo("committed by the user\n");
    }

    @Test
    void nestedRepositoriesAndSubmodulesAreLeftAlone() throws IOException {
        TestRepository files = made("git");
        TestRepository nested = TestRepository.git(files.root.resolve("nested")).write("inner.txt", "inner\n");
        nested.commit("inner");
        TestRepository.git(files.root.resolve("empty-nested")).write("loose.txt", "loose\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint checkpoint = checkpoints.create("with nested");
        nested.write("inner.txt", "changed inside\n");
        files.write("tracked.txt", "changed\n");
        checkpoints.restore(checkpoint.id());
        assertThat(nested.read("inner.txt")).isEqualTo("changed inside\n");
        assertThat(files.read("tracked.txt")).isEqualTo("committed\n");
    }

    @Test
    void aFileThatBecameIgnoredIsSavedBeforeItIsReplaced() throws IOException {
        TestRepository files = made("git").write("notes.dat", "first\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint checkpoint = checkpoints.create("not yet ignored");
        files.write(".gitignore", "*.log\nbuild/\n*.dat\n").write("notes.dat", "precious\n");
        checkpoints.restore(checkpoint.id());
        assertThat(files.read("notes.dat")).isEqualTo("first\n");
        checkpoints.undo();
        assertThat(files.read("notes.dat")).isEqualTo("precious\n");
    }

    @Test
    void objectsTidiedAwayAreWrittenAgain() throws IOException {
        TestRepository files = made("git").write("untracked.txt", "u\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint first = checkpoints.create("one");
        checkpoints.drop(first.id());
        files.git("gc", "-q", "--prune=now");
        Checkpoint second = checkpoints.create("two");
        files.write("untracked.txt", "changed\n");
        checkpoints.restore(second.id());
        assertThat(files.read("untracked.txt")).isEqualTo("u\n");
    }

    /** Somebody works in a folder that holds our own state, such as the home folder: an old store must never come back. */
    @Test
    void ourOwnStateIsNoPartOfAWorkspaceThatHoldsIt() throws IOException {
        Path around = java.util.Objects.requireNonNull(
                Files.createDirectories(StateFolder.root()).toRealPath().getParent());
        Path store = Files.createDirectories(StateFolder.root().resolve("workspaces/somewhere"))
                .resolve("store.db-wal");
        Path mine = around.resolve("mine.txt");
        Files.writeString(mine, "one");
        Files.writeString(store, "one");
        Checkpoints checkpoints = Workspace.open(around).checkpoints();
        Checkpoint before = checkpoints.create("before");
        Files.writeString(mine, "two");
        Files.writeString(store, "two");

        checkpoints.restore(before.id());

        assertThat(mine).hasContent("one");
        assertThat(store).hasContent("two");
    }

    @Test
    void whatIsAboutToBeWorkedOnIsKeptUnlessNothingCouldGetLost() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        assertThat(checkpoints.keep(checkpoints.snapshot(), "all is committed")).isEmpty();

        files.write("tracked.txt", "mine\n");
        String tree = checkpoints.snapshot();
        Path inTheWay = files.root.resolve(".git/refs/mulligan");
        Files.writeString(inTheWay, "");
        assertThatThrownBy(() -> checkpoints.keep(tree, "it cannot be saved")).isInstanceOf(IOException.class);
        Files.delete(inTheWay);

        Checkpoint kept = checkpoints.keep(tree, "an agent worked").orElseThrow();
        assertThat(kept.label()).isEqualTo("as it was before an agent worked");
        assertThat(checkpoints.keep(tree, "it worked again")).isEmpty();
        files.write("tracked.txt", "gone\n");
        checkpoints.restore(kept.id());
        assertThat(files.read("tracked.txt")).isEqualTo("mine\n");
    }
}
