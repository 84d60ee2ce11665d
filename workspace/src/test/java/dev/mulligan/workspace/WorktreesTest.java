package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.workspace.git.Collected;
import dev.mulligan.workspace.git.Worktree;
import dev.mulligan.workspace.git.Worktrees;
import dev.mulligan.workspace.tree.TreeConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorktreesTest {
    @TempDir
    Path scratch;

    private TestRepository made(String kind) throws IOException {
        TestRepository files = kind.equals("plain")
                ? TestRepository.plain(scratch.resolve("ws"))
                : TestRepository.git(scratch.resolve("ws"));
        if (kind.equals("git")) {
            files.write("a.txt", "committed\n").commit("base");
        }
        return files.write("a.txt", "dirty\r\n").write("untracked.txt", "u\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain", "unborn"})
    void startsFromTheDirtyStateAndComesBack(String kind) throws IOException {
        TestRepository files = made(kind);
        Map<String, String> before = files.files(false);
        Worktrees worktrees = Workspace.open(files.root).worktrees(scratch.resolve("copies"));
        Worktree one = worktrees.create("one");
        assertThat(Files.readString(one.folder().resolve("a.txt"))).isEqualTo("dirty\r\n");
        assertThat(Files.readString(one.folder().resolve("untracked.txt"))).isEqualTo("u\n");

        Files.writeString(one.folder().resolve("a.txt"), "fixed\r\n");
        Files.delete(one.folder().resolve("untracked.txt"));
        Files.createDirectories(one.folder().resolve("sub"));
        Files.writeString(one.folder().resolve("sub/new.txt"), "new\n");
        assertThat(files.files(false)).isEqualTo(before);

        Collected collected = worktrees.collect(one);
        assertThat(collected.changed()).containsExactlyInAnyOrder("a.txt", "untracked.txt", "sub/new.txt");
        assertThat(collected.patch()).contains("+fixed").contains("+++ b/sub/new.txt");

        worktrees.applyBack(collected);
        assertThat(files.read("a.txt")).isEqualTo("fixed\r\n");
        assertThat(files.has("untracked.txt")).isFalse();
        assertThat(files.read("sub/new.txt")).isEqualTo("new\n");
        worktrees.remove(one);
        assertThat(one.folder()).doesNotExist();
        if (kind.equals("git")) {
            assertThat(files.git("worktree", "list")).hasLineCount(1);
        }
    }

    @Test
    void theUsersChangesMeanwhileAreNotOverwritten() throws IOException {
        TestRepository files = made("git");
        Worktrees worktrees = Workspace.open(files.root).worktrees(scratch.resolve("copies"));
        Worktree one = worktrees.create("one");
        Files.writeString(one.folder().resolve("a.txt"), "fixed\n");
        Files.writeString(one.folder().resolve("b.txt"), "b\n");
        files.write("a.txt", "typed meanwhile\n");
        Collected collected = worktrees.collect(one);
        assertThatThrownBy(() -> worktrees.applyBack(collected))
                .isInstanceOf(TreeConflict.class)
                .hasMessageContaining("a.txt");
        assertThat(files.read("a.txt")).isEqualTo("typed meanwhile\n");
        assertThat(files.has("b.txt")).isFalse();
    }

    @Test
    void orphansOfAProcessThatIsGoneAreRemoved() throws IOException {
        TestRepository files = made("git");
        Path home = scratch.resolve("copies");
        Worktrees worktrees = Workspace.open(files.root).worktrees(home);
        Worktree held = worktrees.create("held");
        Worktree orphan = worktrees.create("orphan");
        String lease = Files.readString(home.resolve("orphan.lease"));
        Files.writeString(home.resolve("orphan.lease"), lease.replaceFirst("\n[0-9]+\n", "\n1\n"));
        assertThat(worktrees.orphans()).extracting(Worktree::name).containsExactly("orphan");
        assertThat(worktrees.removeOrphans()).isEqualTo(1);
        assertThat(orphan.folder()).doesNotExist();
        assertThat(held.folder()).isDirectory();
        assertThat(files.git("worktree", "list")).hasLineCount(2);
    }
}
