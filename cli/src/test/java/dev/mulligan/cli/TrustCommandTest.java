package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.support.Trust;
import dev.mulligan.config.ProjectFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trust is given by a person, for one place and what stands there now. */
class TrustCommandTest {

    private static final String TEXT = "policy: {maxAttempts: 2}\nalerts: {webhook: 'https://a.example/x'}\n";

    @TempDir
    Path scratch;

    private Path folder;
    private Path file;

    @BeforeEach
    void project() throws Exception {
        folder = Files.createDirectories(scratch.resolve("project"));
        file = Files.writeString(folder.resolve("mulligan.yaml"), TEXT);
    }

    private boolean trusted(Path yaml) {
        return Trust.covers(ProjectFile.read(yaml));
    }

    @Test
    void itShowsAllThatItAllowsAndAnyChangeEndsIt() throws Exception {
        assertThat(trusted(file)).isFalse();
        Cli given = Cli.run("trust", folder.toString());
        assertThat(given.exit()).isZero();
        assertThat(given.out())
                .contains("alerts")
                .contains("https://a.example/x")
                .contains("trusted");
        assertThat(trusted(file)).isTrue();
        assertThat(Cli.run("trust", "--list").out()).contains(folder.toString());

        Files.writeString(file, "# other policy\npolicy: {maxAttempts: 9}\nalerts: {webhook: 'https://a.example/x'}\n");
        assertThat(trusted(file)).as("a policy needs no trust").isTrue();
        Files.writeString(file, TEXT + "confirm: never\n");
        assertThat(trusted(file)).isFalse();
        assertThat(Cli.run("trust", "--list").out()).contains("changed since");
        Files.writeString(file, TEXT);
        assertThat(trusted(file)).isTrue();
        Cli.run("trust", "--revoke", folder.toString());
        assertThat(trusted(file)).isFalse();
    }

    @Test
    void theSameWordsElsewhereAreNotTrustedButWorktreesOfTheRepositoryAre() throws Exception {
        git("init", "-q", "--template=");
        git("add", "-A");
        git("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "-m", "x");
        git("worktree", "add", "-q", "../second");
        Cli.run("trust", folder.toString());
        assertThat(trusted(scratch.resolve("second/mulligan.yaml"))).isTrue();

        Path copy = Files.createDirectories(scratch.resolve("copy"));
        Files.copy(file, copy.resolve("mulligan.yaml"));
        assertThat(trusted(copy.resolve("mulligan.yaml"))).isFalse();
        Files.writeString(copy.resolve(".git"), "gitdir: " + folder.resolve(".git") + "\n");
        assertThat(trusted(copy.resolve("mulligan.yaml")))
                .as("it only says that it belongs to the trusted repository")
                .isFalse();
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void aFolderWithoutAFileSaysSo() throws Exception {
        Path empty = Files.createDirectories(scratch.resolve("empty"));
        Cli none = Cli.run("trust", empty.toString());
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("there is no mulligan.yaml");
        Files.writeString(empty.resolve("mulligan.yaml"), "policy: patient\n");
        assertThat(Cli.run("trust", empty.toString()).out()).contains("nothing in it needs trust");
    }
}
