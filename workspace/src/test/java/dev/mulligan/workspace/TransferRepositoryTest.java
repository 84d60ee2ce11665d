package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.git.GitFailed;
import dev.mulligan.workspace.git.TransferRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferRepositoryTest {

    @TempDir
    Path folder;

    private Path shared;

    @BeforeEach
    void repository() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        git(project, "init", "-q", "-b", "main");
        Files.writeString(project.resolve("a.txt"), "a\n");
        git(project, "add", "-A");
        git(project, "-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "-q", "-m", "start");
        shared = folder.resolve("shared.git");
        git(folder, "clone", "-q", "--bare", project.toString(), shared.toString());
    }

    private TransferRepository hub(String machine) throws IOException {
        return TransferRepository.open(shared.toString(), folder.resolve(machine));
    }

    @Test
    void filesMadeOnOneMachineAreThereOnAnother() throws Exception {
        TransferRepository here = hub("here");
        String start = here.fetch("main");
        here.send("r1", start, List.of(start), List.of());
        String tree = changed(here, start, "b.txt", "b\n");
        TransferRepository there = hub("there");
        assertThat(there.has(List.of(tree))).isFalse();

        here.send("r1", start, List.of(), List.of(tree));
        there.receive("r1");

        assertThat(there.has(List.of(tree, start))).isTrue();
        try (Workspace workspace = Workspace.open(there.folder())) {
            Path copy = workspace
                    .workingCopies(folder.resolve("copies"))
                    .renew("x", tree, start, CopyRules.NONE)
                    .folder();
            assertThat(copy.resolve("b.txt")).hasContent("b");
            assertThat(git(copy, "rev-parse", "HEAD").strip()).isEqualTo(start);
        }
    }

    @Test
    void theResultIsABranchAndEverythingElseIsTidiedUp() throws Exception {
        TransferRepository hub = hub("here");
        String start = hub.fetch("HEAD");
        String tree = changed(hub, start, "a.txt", "better\n");
        String commit = hub.commit(tree, start, "fix: a\n", Instant.ofEpochSecond(1_700_000_000));
        hub.send("r1", start, List.of(start, commit), List.of(tree));
        hub.send("r2", start, List.of(start), List.of());

        hub.publish("mulligan/r1", commit);
        hub.forget("r1", commit);

        assertThat(git(shared, "show", "mulligan/r1:a.txt")).isEqualTo("better\n");
        assertThat(git(shared, "rev-parse", "main").strip()).isEqualTo(start);
        assertThat(git(shared, "for-each-ref", "--format=%(refname)", "refs/mulligan")
                        .lines())
                .containsExactlyInAnyOrder(
                        "refs/mulligan/runs/r1/commit-" + commit, "refs/mulligan/runs/r2/commit-" + start);
    }

    @Test
    void sendingTwiceAndFromTwoPlacesIsOne() throws Exception {
        TransferRepository here = hub("here");
        TransferRepository there = hub("there");
        String start = here.fetch("main");
        there.fetch("main");
        String tree = changed(here, start, "b.txt", "b\n");
        assertThat(changed(there, start, "b.txt", "b\n")).isEqualTo(tree);
        here.send("r1", start, List.of(), List.of(tree));
        here.send("r1", start, List.of(), List.of(tree));
        there.send("r1", start, List.of(), List.of(tree));
        assertThat(git(shared, "for-each-ref", "refs/mulligan").lines()).hasSize(1);
    }

    @Test
    void whatIsNotThereIsSaidInGitsWords() throws Exception {
        assertThatThrownBy(() -> hub("here").fetch("no-such-branch"))
                .isInstanceOf(GitFailed.class)
                .hasMessageStartingWith("git fetch failed")
                .hasMessageContaining("no-such-branch");
        assertThatThrownBy(
                        () -> TransferRepository.open(folder.resolve("nothing").toString(), folder.resolve("h2"))
                                .fetch("main"))
                .isInstanceOf(GitFailed.class)
                .hasMessageContaining("nothing");
    }

    @Test
    void noOtherProgramIsStartedByAnAddress() throws Exception {
        Path sign = folder.resolve("sign");
        assertThatThrownBy(() -> TransferRepository.open("ext::touch " + sign, folder.resolve("h3"))
                        .fetch("main"))
                .isInstanceOf(GitFailed.class);
        assertThat(sign).doesNotExist();
    }

    /** A tree of the commit's files with one more change, known to this hub alone. */
    private String changed(TransferRepository hub, String commit, String file, String text) throws IOException {
        try (Workspace workspace = Workspace.open(hub.folder())) {
            var copy = workspace
                    .workingCopies(folder.resolve("copies"))
                    .renew("x", hub.tree(commit), commit, CopyRules.NONE);
            Files.writeString(copy.folder().resolve(file), text);
            String tree = copy.snapshot();
            copy.remove();
            return tree;
        }
    }

    private static String git(Path in, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }
}
