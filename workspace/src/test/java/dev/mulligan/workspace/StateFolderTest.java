package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.workspace.state.CacheFolder;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    @TempDir
    Path scratch;

    @Test
    void aCacheThatCannotBeMadeIsNamedWithAWayOut() throws Exception {
        Path inTheWay = Files.writeString(scratch.resolve("file"), "");
        assertThatThrownBy(() -> CacheFolder.make(inTheWay.resolve("cache")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("file/cache cannot be made; set XDG_CACHE_HOME");
    }

    @Test
    void onlyTheUserCanLookInsideAndLinksToAWorkspaceLeadToTheSameFolder() throws Exception {
        Path workspace = Files.createDirectory(scratch.resolve("ws"));
        Path link = Files.createSymbolicLink(scratch.resolve("link"), workspace);
        Path state = StateFolder.make(workspace);
        assertThat(StateFolder.of(link)).isEqualTo(state);
        for (Path folder : List.of(state, state.resolve("..").normalize(), StateFolder.root())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .as(folder.toString())
                    .isEqualTo("rwx------");
        }
        assertThat(StateFolder.mark()).isEqualTo(StateFolder.mark()).hasSize(36);
    }

    @Test
    void theStateOfACopyThatIsGoneIsForgotten() throws Exception {
        Path copy = Files.createDirectories(CacheFolder.of("worktrees", scratch.toString()));
        Path state = StateFolder.make(copy);
        Path kept = StateFolder.make(Files.createDirectory(scratch.resolve("kept")));
        Files.delete(copy);
        Files.delete(scratch.resolve("kept"));
        StateFolder.make(Files.createDirectory(scratch.resolve("next")));
        assertThat(state).doesNotExist();
        assertThat(kept).as("a workspace may be on a disk that is away").exists();
    }

    @Test
    void aStateFolderOfSomebodyElseIsRefused() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(root, "only root can give files away");
        Path folder = StateFolder.makeFolder(StateFolder.root().resolve("theirs"));
        Files.setAttribute(folder, "unix:uid", 12_345);
        assertThatThrownBy(() -> StateFolder.makeFolder(folder.resolve("inner")))
                .hasMessageContaining("belongs to another user");
        Files.delete(folder);
    }

    @Test
    void whatAnotherProgramLeftThereKeepsNobodyFromStarting(@TempDir Path fresh) throws IOException {
        Path strange = Files.createDirectories(StateFolder.root().resolve("workspaces/strange"));
        try {
            Files.write(strange.resolve("workspace"), new byte[] {(byte) 0xFF, 0});
            assertThat(StateFolder.make(fresh)).isDirectory();
            assertThat(strange).isDirectory();
        } finally {
            Files.deleteIfExists(strange.resolve("workspace"));
            Files.deleteIfExists(strange);
        }
    }
}
