package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.copy.WorkingCopies;
import dev.mulligan.workspace.copy.WorkingCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents write rules about ignored files every day. No file goes because of that. */
class IgnoreRulesChangeTest {
    @TempDir
    Path scratch;

    private TestRepository made(String kind) throws IOException {
        TestRepository files = kind.equals("plain")
                ? TestRepository.plain(scratch.resolve("ws"))
                : TestRepository.git(scratch.resolve("ws"));
        files.write("a.txt", "a\n").write("local.conf", "mine\n").write(".gitignore", ".env\nbuild/\n");
        if (kind.equals("git")) {
            files.commit("base");
        }
        return files.write(".env", "SECRET=mine\n").write("notes.log", "mine\n").write("sub/deep.log", "mine\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain"})
    void aResultThatIgnoresFilesRemovesNone(String kind) throws IOException {
        TestRepository files = made(kind);
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        WorkingCopies copies = new WorkingCopies(checkpoints, scratch.resolve("copies"));
        String base = checkpoints.snapshot();
        WorkingCopy copy = copies.renew("one", base, "HEAD", CopyRules.NONE);

        Files.writeString(copy.folder().resolve(".gitignore"), "*.log\n*.conf\n.env\nbuild/\n");
        Files.writeString(copy.folder().resolve("a.txt"), "fixed\n");
        Files.writeString(copy.folder().resolve("made.log"), "the agent's own\n");
        if (kind.equals("git")) {
            // What agents do when they are told to stop tracking a file.
            Files.delete(copy.folder().resolve(".git/index"));
        }
        String result = copy.snapshot();
        assertThat(checkpoints.trees().between(base, result).files()).containsExactlyInAnyOrder(".gitignore", "a.txt");

        WorkingCopy other = copies.renew("two", base, "HEAD", CopyRules.NONE);
        other.bring(result);
        assertThat(other.snapshot()).isEqualTo(result);
        other.bring(base);
        assertThat(other.snapshot()).isEqualTo(base);

        checkpoints.land(base, result, () -> {});
        assertThat(files.read("a.txt")).isEqualTo("fixed\n");
        assertThat(files.read("notes.log")).isEqualTo("mine\n");
        assertThat(files.read("sub/deep.log")).isEqualTo("mine\n");
        assertThat(files.read("local.conf")).isEqualTo("mine\n");
    }

    @Test
    void aFileThatAnAgentDeletedAndIgnoredIsDeleted() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String base = checkpoints.snapshot();
        WorkingCopy copy =
                new WorkingCopies(checkpoints, scratch.resolve("copies")).renew("one", base, "HEAD", CopyRules.NONE);
        Files.writeString(copy.folder().resolve(".gitignore"), "*.log\n.env\nbuild/\n");
        Files.delete(copy.folder().resolve("notes.log"));
        checkpoints.land(base, copy.snapshot(), () -> {});
        assertThat(files.has("notes.log")).isFalse();
        assertThat(files.has("sub/deep.log")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain"})
    void whatAnAgentBeganToIgnoreIsNotInTheWayOfTakingBack(String kind) throws IOException {
        TestRepository files = made(kind);
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String before = checkpoints.snapshot();
        checkpoints.keep(before, "an agent worked");
        files.write(".gitignore", "*.log\n.env\n").write("a.txt", "broken\n").write("notes.log", "by the agent\n");
        String left = checkpoints.snapshot();
        assertThat(checkpoints.trees().between(before, left).files())
                .containsExactlyInAnyOrder(".gitignore", "a.txt", "notes.log");

        // Also for a program that comes later and knows nothing of the first look.
        Checkpoints later = Workspace.open(files.root).checkpoints();
        Checkpoints.TakenBack back = later.takeBack(before, left, "test");
        assertThat(back.tree()).isEqualTo(before);
        assertThat(files.read("notes.log")).isEqualTo("mine\n");
        later.restore(back.undo().orElseThrow().id());
        assertThat(files.read("notes.log")).isEqualTo("by the agent\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain"})
    void whatAnAgentNoLongerIgnoresIsNotRemovedWithItsWork(String kind) throws IOException {
        TestRepository files = made(kind).write("build/out.bin", "built\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String before = checkpoints.snapshot();
        files.write(".gitignore", "").write("new.txt", "by the agent\n");
        Checkpoints.TakenBack back = checkpoints.takeBack(before, checkpoints.snapshot(), "test");
        assertThat(back.files()).containsExactlyInAnyOrder(".gitignore", "new.txt");
        assertThat(back.tree()).isEqualTo(before);
        assertThat(files.read(".env")).isEqualTo("SECRET=mine\n");
        assertThat(files.read("build/out.bin")).isEqualTo("built\n");
        assertThat(files.has("new.txt")).isFalse();
    }

    @Test
    void anIgnoredFileThatAnAgentAddsByForceIsNotRemovedWithItsWork() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String before = checkpoints.snapshot();
        files.git("add", "-f", ".env");
        files.write("new.txt", "by the agent\n");
        checkpoints.takeBack(before, checkpoints.snapshot(), "test");
        assertThat(files.read(".env")).isEqualTo("SECRET=mine\n");
        assertThat(files.has("new.txt")).isFalse();
    }

    @Test
    void aRestoreLeavesWhatTheCheckpointIgnored() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        Checkpoint saved = checkpoints.create("by hand");
        files.write(".gitignore", "").write("new.txt", "later\n");
        checkpoints.restore(saved.id());
        assertThat(files.read(".env")).isEqualTo("SECRET=mine\n");
        assertThat(files.has("new.txt")).isFalse();
    }

    @Test
    void aResultMayBeginToTrackAnIgnoredFileThatIsThere() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String base = checkpoints.snapshot();
        WorkingCopy copy =
                new WorkingCopies(checkpoints, scratch.resolve("copies")).renew("one", base, "HEAD", CopyRules.NONE);
        Files.writeString(copy.folder().resolve(".gitignore"), "build/\n");
        Files.writeString(copy.folder().resolve(".env"), "SECRET=mine\n");
        assertThat(checkpoints.land(base, copy.snapshot(), () -> {})).containsExactly(".gitignore");
        assertThat(files.read(".env")).isEqualTo("SECRET=mine\n");
    }
}
