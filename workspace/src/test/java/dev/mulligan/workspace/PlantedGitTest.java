package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.copy.WorkingCopy;
import dev.mulligan.workspace.state.GitFolder;
import dev.mulligan.workspace.state.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that git can be told to run, planted in a repository; none of it may run while Mulligan works there. */
class PlantedGitTest {
    @TempDir
    Path scratch;

    private TestRepository files;
    private Path canary;
    private String program;

    @BeforeEach
    void repository() throws IOException {
        files = TestRepository.git(scratch.resolve("ws")).write("src/a.txt", "alpha\nbeta\ngamma\n");
        files.commit("base");
        canary = scratch.resolve("canary");
        Path script = scratch.resolve("evil.sh");
        Files.writeString(script, "#!/bin/sh\necho \"$0 $*\" >>" + canary + "\nenv >>" + canary + "\ncat\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        program = script.toString();
    }

    /** All that Mulligan does with git in a workspace. */
    private void work(Path root) throws IOException {
        Files.writeString(root.resolve("src/a.txt"), "alpha\nbeta\ngamma\n");
        Files.deleteIfExists(root.resolve("src/new.txt"));
        try (Workspace workspace = Workspace.open(root)) {
            Checkpoints checkpoints = workspace.checkpoints();
            Checkpoint first = checkpoints.create("first");
            Files.writeString(root.resolve("src/new.txt"), "new\n");
            checkpoints.snapshot();
            assertThat(checkpoints.list()).isNotEmpty();
            assertThat(workspace
                            .apply(
                                    "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n",
                                    ApplyOptions.DEFAULT)
                            .succeeded())
                    .isTrue();
            String later = checkpoints.snapshot();
            assertThat(checkpoints.trees().between(first.tree(), later).toString())
                    .contains("src/new.txt");
            WorkingCopy copy =
                    workspace.workingCopies(scratch.resolve("copies")).create("one", CopyRules.NONE);
            Files.writeString(copy.folder().resolve("src/more.txt"), "more\n");
            checkpoints.land(later, copy.snapshot(), () -> {});
            copy.bring(later);
            copy.followHead();
            copy.remove();
            checkpoints.preview(first.id());
            checkpoints.restore(first.id());
            checkpoints.undo();
            checkpoints.drop(first.id());
        }
    }

    private void config(String... settings) throws IOException {
        for (int i = 0; i < settings.length; i += 2) {
            files.git("config", "--add", settings[i], settings[i + 1]);
        }
    }

    @Test
    void nothingThatARepositoryNamesIsRun() throws IOException {
        Path included = scratch.resolve("included");
        Files.writeString(
                included,
                "[core]\n\tfsmonitor = " + program + "\n[filter \"evil\"]\n\tclean = " + program + "\n\tsmudge = "
                        + program + "\n");
        Path hooks = Files.createDirectories(files.root.resolve(".git/hooks"));
        for (String hook : List.of(
                "post-checkout",
                "post-index-change",
                "reference-transaction",
                "pre-commit",
                "post-commit",
                "pre-auto-gc",
                "fsmonitor-watchman",
                "pre-push",
                "post-rewrite")) {
            Files.copy(Path.of(program), hooks.resolve(hook));
        }
        config(
                "core.fsmonitor",
                program,
                "core.hooksPath",
                hooks.toString(),
                "include.path",
                included.toString(),
                "includeIf.gitdir:" + scratch + "/**.path",
                included.toString(),
                "filter.evil.clean",
                program,
                "filter.evil.smudge",
                program,
                "filter.evil.process",
                program,
                "filter.evil.required",
                "true",
                "diff.external",
                program,
                "diff.evil.command",
                program,
                "diff.evil.textconv",
                program,
                "merge.evil.driver",
                program,
                "core.pager",
                program,
                "core.editor",
                program,
                "core.sshCommand",
                program,
                "core.gitProxy",
                program,
                "core.askPass",
                program,
                "core.alternateRefsCommand",
                program,
                "credential.helper",
                program,
                "gpg.program",
                program,
                "commit.gpgSign",
                "true",
                "uploadpack.packObjectsHook",
                program,
                "protocol.ext.allow",
                "always",
                "protocol.file.allow",
                "always",
                "remote.evil.url",
                "ext::" + program,
                "remote.evil.promisor",
                "true",
                "extensions.partialClone",
                "evil",
                "alias.ls-files",
                "!" + program,
                "alias.for-each-ref",
                "!" + program,
                "submodule.recurse",
                "true",
                "gc.auto",
                "1");
        files.write(".git/info/attributes", "* filter=evil diff=evil merge=evil\n");
        files.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");

        work(files.root);
        assertThat(canary).doesNotExist();
    }

    @Test
    void aSettingThatMovesTheWorkTreeIsNotFollowed() throws IOException {
        Path outside = Files.createDirectories(scratch.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), "theirs\n");
        config("core.worktree", outside.toString());

        work(files.root);
        assertThat(files.has("secret.txt")).isFalse();
        assertThat(outside).isDirectoryContaining(path -> path.endsWith("secret.txt"));
        assertThat(outside).isDirectoryNotContaining(path -> !path.endsWith("secret.txt"));
    }

    @Test
    void aGitFolderThatLeadsElsewhereMakesAPlainFolder() throws IOException {
        TestRepository other = TestRepository.git(scratch.resolve("other")).write("x", "x\n");
        other.commit("theirs");
        Map<String, String> before = other.files(true);
        long objects = objects(other.root);

        Path pointing = Files.createDirectories(scratch.resolve("pointing/src"));
        Files.writeString(pointing.resolve("a.txt"), "alpha\nbeta\ngamma\n");
        Files.writeString(scratch.resolve("pointing/.git"), "gitdir: ../other/.git\n");
        work(scratch.resolve("pointing"));

        Path linked = Files.createDirectories(scratch.resolve("linked/src"));
        Files.writeString(linked.resolve("a.txt"), "alpha\nbeta\ngamma\n");
        Files.createSymbolicLink(scratch.resolve("linked/.git"), other.root.resolve(".git"));
        work(scratch.resolve("linked"));

        Files.writeString(files.root.resolve(".git/commondir"), other.root.resolve(".git") + "\n");
        work(files.root);
        Files.delete(files.root.resolve(".git/commondir"));
        try (var fans = Files.newDirectoryStream(files.root.resolve(".git/objects"), "??")) {
            for (Path fan : fans) {
                Files.move(fan, scratch.resolve("fan-" + fan.getFileName()));
                Files.createSymbolicLink(fan, Files.createDirectories(scratch.resolve("outside")));
            }
        }
        work(files.root);
        assertThat(scratch.resolve("outside")).isEmptyDirectory();

        assertThat(other.files(true)).isEqualTo(before);
        assertThat(objects(other.root)).isEqualTo(objects);
        assertThat(other.git("for-each-ref", "refs/mulligan")).isEmpty();
    }

    private static long objects(Path root) throws IOException {
        try (var all = Files.walk(root.resolve(".git/objects"))) {
            return all.count();
        }
    }

    /** A worktree of the user's own is still the user's repository. */
    @Test
    void aLinkedWorktreeIsBelieved() throws IOException {
        Path linked = scratch.resolve("second");
        files.git("worktree", "add", "-q", linked.toString());
        assertThat(GitFolder.of(linked).map(GitFolder::common))
                .contains(files.root.resolve(".git").toRealPath());
        work(linked);
        assertThat(files.git("for-each-ref", "refs/mulligan")).isNotEmpty();
    }

    /** Found by FINDINGS B: an agent edits the shadow's settings, the next snapshot runs its filter. */
    @Test
    void whatAnAgentWritesIntoTheShadowIsReplacedBeforeGitReadsIt() throws IOException {
        try (Workspace workspace = Workspace.open(files.root)) {
            Checkpoints checkpoints = workspace.checkpoints();
            checkpoints.create("first");
            Path shadow = StateFolder.of(files.root).resolve("shadow.git");
            Files.writeString(
                    shadow.resolve("config"), "[core]\n\tbare = true\n[filter \"evil\"]\n\tclean = " + program + "\n");
            Files.writeString(shadow.resolve("info/attributes"), "* filter=evil\n");
            files.write("src/b.txt", "b\n");
            checkpoints.create("second");
            assertThat(Files.readString(shadow.resolve("config"))).doesNotContain("evil");
        }
        assertThat(canary).doesNotExist();
    }

    @Test
    void aPlantedShadowOrJournalInThePlainFolderIsNeitherReadNorReplayed() throws IOException {
        Path plain = scratch.resolve("plain");
        Files.createDirectories(plain.resolve("src"));
        Files.writeString(plain.resolve("src/a.txt"), "alpha\nbeta\ngamma\n");
        TestRepository shadow = TestRepository.plain(plain.resolve(".mulligan/shadow.git"));
        shadow.git("init", "-q", "--bare", ".");
        shadow.git("config", "filter.evil.clean", program);
        shadow.write("info/attributes", "* filter=evil\n");
        Path transaction = Files.createDirectories(plain.resolve(".mulligan/journal/transaction"));
        manifest(transaction, "../x");
        Files.writeString(transaction.resolve("new-0"), "planted\n");

        work(plain);
        assertThat(canary).doesNotExist();
        assertThat(scratch.resolve("x")).doesNotExist();
    }

    /** Even in the state folder a journal writes only below its workspace. */
    @Test
    void aJournalThatNamesAPathOutsideWritesNothing() throws IOException {
        for (String path : List.of("../x", "/" + scratch + "/x", ".git/hooks/x", "src/../../x", ".mulligan/x")) {
            Path transaction = Files.createDirectories(
                    StateFolder.make(files.root).resolve("journal").resolve("transaction"));
            manifest(transaction, path);
            Files.writeString(transaction.resolve("new-0"), "planted\n");
            assertThatThrownBy(() -> Workspace.open(files.root))
                    .as(path)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("nothing was written");
            assertThat(scratch.resolve("x")).doesNotExist();
            assertThat(files.has(".git/hooks/x")).isFalse();
            Files.delete(transaction.resolve("manifest"));
        }
    }

    private static void manifest(Path folder, String path) throws IOException {
        String hash = "0".repeat(64);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0x4d4a_0001);
        out.writeInt(1);
        out.writeUTF(path);
        out.writeByte(0);
        out.writeByte(1);
        out.writeUTF("SHA256");
        out.writeUTF(hash);
        CRC32 sum = new CRC32();
        sum.update(bytes.toByteArray());
        out.writeLong(sum.getValue());
        Files.write(folder.resolve("manifest"), bytes.toByteArray());
    }

    @Test
    void gitSeesNoSecretOfTheEnvironment() throws Exception {
        Path bin = Files.createDirectories(scratch.resolve("bin"));
        String real = which("git");
        Files.writeString(bin.resolve("git"), "#!/bin/sh\nenv >>" + canary + "\nexec " + real + " \"$@\"\n");
        Files.setPosixFilePermissions(bin.resolve("git"), PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashMain.class.getName(),
                        "checkpoint",
                        files.root.toString())
                .redirectErrorStream(true);
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        builder.environment().put("ANTHROPIC_API_KEY", "sk-canary");
        builder.environment().put("MULLIGAN_TOKEN", "canary-token");
        builder.environment().put("GIT_EXTERNAL_DIFF", program);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Files.readString(canary)).contains("PATH=").doesNotContain("canary-token", "sk-canary", program);
    }

    private static String which(String name) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, name))) {
                return folder + "/" + name;
            }
        }
        throw new AssertionError(name + " is not on the PATH");
    }

    @Test
    void aRepositoryOfSomebodyElseIsRefusedInASentence() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(root, "only root can give files away");
        try (var all = Files.walk(files.root)) {
            for (Path path : all.toList()) {
                Files.setAttribute(path, "unix:uid", 12_345);
            }
        }
        assertThatThrownBy(() -> Workspace.open(files.root).checkpoints().create("x"))
                .hasMessageContaining("belongs to another user")
                .hasMessageContaining("safe.directory");
    }
}
