package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.Companion;
import dev.mulligan.workspace.copy.Companion.How;
import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.copy.WorkingCopies;
import dev.mulligan.workspace.copy.WorkingCopy;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkingCopiesTest {
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

    private WorkingCopies copies(TestRepository files) throws IOException {
        return Workspace.open(files.root).workingCopies(scratch.resolve("copies"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain", "unborn"})
    void startsFromTheDirtyStateAndItsResultLands(String kind) throws IOException {
        TestRepository files = made(kind);
        Map<String, String> before = files.files(false);
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        WorkingCopy one = new WorkingCopies(checkpoints, scratch.resolve("copies")).create("one", CopyRules.NONE);
        String base = one.snapshot();
        assertThat(base).isEqualTo(checkpoints.snapshot());
        assertThat(Files.readString(one.folder().resolve("a.txt"))).isEqualTo("dirty\r\n");

        Files.writeString(one.folder().resolve("a.txt"), "fixed\r\n");
        Files.delete(one.folder().resolve("untracked.txt"));
        Files.createDirectories(one.folder().resolve("sub"));
        Files.writeString(one.folder().resolve("sub/new.txt"), "new\n");
        String tree = one.snapshot();
        assertThat(files.files(false)).isEqualTo(before);

        assertThat(checkpoints.land(base, tree, () -> {}))
                .containsExactlyInAnyOrder("a.txt", "untracked.txt", "sub/new.txt");
        assertThat(files.read("a.txt")).isEqualTo("fixed\r\n");
        assertThat(files.has("untracked.txt")).isFalse();
        assertThat(files.read("sub/new.txt")).isEqualTo("new\n");
        one.bring(base);
        assertThat(one.snapshot()).isEqualTo(base);
        assertThat(one.folder().resolve("sub")).doesNotExist();
        one.remove();
        assertThat(one.folder()).doesNotExist();
    }

    @Test
    void whatTheUserTypedMeanwhileIsNotOverwritten() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();
        Files.writeString(one.folder().resolve("a.txt"), "fixed\n");
        Files.writeString(one.folder().resolve("b.txt"), "b\n");
        String tree = one.snapshot();
        files.write("a.txt", "typed meanwhile\n");
        assertThatThrownBy(() -> checkpoints.land(base, tree, () -> {}))
                .isInstanceOf(TreeConflict.class)
                .hasMessageContaining("a.txt");
        assertThat(files.read("a.txt")).isEqualTo("typed meanwhile\n");
        assertThat(files.has("b.txt")).isFalse();

        String now = checkpoints.snapshot();
        Trees.Merge merge = checkpoints.trees().merging(base, now, tree);
        assertThat(merge.conflicts()).containsExactly("a.txt");
        String mixed = checkpoints.trees().replacing(now, List.of("a.txt", "b.txt"), tree);
        checkpoints.land(now, mixed, () -> {});
        assertThat(files.read("a.txt")).isEqualTo("fixed\n");
        assertThat(files.read("b.txt")).isEqualTo("b\n");
    }

    @Test
    void aFileThatMeetsAFolderConflictsUnderItsOwnName() throws IOException {
        TestRepository files = made("git");
        files.write("dd/kept.txt", "k\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String base = checkpoints.snapshot();
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        Files.delete(one.folder().resolve("dd/kept.txt"));
        Files.delete(one.folder().resolve("dd"));
        Files.writeString(one.folder().resolve("dd"), "a file\n");
        String tree = one.snapshot();
        files.write("dd/kept.txt", "changed\n").write("dd/more.txt", "m\n");
        String now = checkpoints.snapshot();

        Trees trees = checkpoints.trees();
        Trees.Merge merge = trees.merging(base, now, tree);
        assertThat(merge.conflicts()).contains("dd").allMatch(path -> !path.contains("~"));
        assertThat(trees.replacing(merge.tree(), merge.conflicts(), now)).isEqualTo(now);
        assertThat(trees.replacing(merge.tree(), merge.conflicts(), tree)).isEqualTo(tree);
        checkpoints.land(now, tree, () -> {});
        assertThat(files.read("dd")).isEqualTo("a file\n");
        checkpoints.land(tree, now, () -> {});
        assertThat(files.read("dd/more.txt")).isEqualTo("m\n");
    }

    @Test
    void nothingIsWrittenWhenTheLastCheckSaysNo() throws IOException {
        TestRepository files = made("git");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();
        for (List<String> changed : List.of(List.of("a.txt"), List.of("a.txt", "b.txt"))) {
            for (String file : changed) {
                Files.writeString(one.folder().resolve(file), "fixed\n");
            }
            String tree = one.snapshot();
            assertThatThrownBy(() -> checkpoints.land(base, tree, () -> {
                        throw new InterruptedException("the step is another worker's");
                    }))
                    .isInstanceOf(InterruptedException.class);
            assertThat(checkpoints.snapshot()).isEqualTo(base);
            assertThat(checkpoints.land(base, tree, () -> {})).containsExactlyElementsOf(changed);
            assertThat(checkpoints.land(tree, base, () -> {})).containsExactlyElementsOf(changed);
        }
    }

    @Test
    void whatAnAgentDoesWithGitInTheCopyStaysThere() throws Exception {
        TestRepository files = made("git");
        String before = files.git("for-each-ref")
                + files.git("config", "--local", "--list")
                + files.git("stash", "list")
                + files.git("status", "--porcelain");
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        assertThat(sh(one.folder(), "git branch --show-current")).isEqualTo("main\n");
        assertThat(sh(one.folder(), "git log --oneline")).contains("base");
        assertThat(sh(one.folder(), "git status --porcelain")).isEqualTo(files.git("status", "--porcelain"));
        sh(
                one.folder(),
                "git stash -q && git checkout -q -b other && echo x > a.txt && git commit -qam work"
                        + " && git config core.hooksPath /tmp/evil && git tag mine && git branch -D main");
        assertThat(files.git("for-each-ref")
                        + files.git("config", "--local", "--list")
                        + files.git("stash", "list")
                        + files.git("status", "--porcelain"))
                .isEqualTo(before);

        files.git("commit", "-qam", "by the user");
        files.git("checkout", "-q", "-b", "elsewhere");
        one.followHead();
        assertThat(sh(one.folder(), "git branch --show-current; git log -1 --format=%s"))
                .isEqualTo("elsewhere\nby the user\n");
    }

    @Test
    void innerRepositoriesComeAlongAndStayOutOfTheResult() throws Exception {
        TestRepository library = TestRepository.git(scratch.resolve("library"))
                .write("lib.txt", "v1\n")
                .write("src/deep/one.txt", "v1\n")
                .commit("library");
        TestRepository files = TestRepository.git(scratch.resolve("ws")).write("a.txt", "a\n");
        files.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.root.toString(), "libs/lib");
        files.commit("base");
        sh(files.root, "git init -q other && echo o > other/o.txt");
        WorkingCopies copies = copies(files);
        assertThat(copies.companions(CopyRules.NONE))
                .extracting(Companion::path, Companion::how)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("libs/lib", How.COPY),
                        org.assertj.core.groups.Tuple.tuple("other", How.COPY));
        WorkingCopy one = copies.create("one", CopyRules.NONE);
        String base = one.snapshot();
        Path at = one.folder();
        assertThat(at.resolve("libs/lib/lib.txt")).hasContent("v1");
        assertThat(at.resolve("other/o.txt")).hasContent("o");
        assertThat(sh(at, "git status --porcelain")).isEmpty();

        Files.writeString(at.resolve("libs/lib/lib.txt"), "by the agent\n");
        Files.writeString(at.resolve("libs/lib/more.txt"), "by the agent\n");
        Files.writeString(at.resolve("other/more.txt"), "by the agent\n");
        Files.createDirectories(at.resolve("libs/lib/more/deep"));
        Files.writeString(at.resolve("libs/lib/more/deep/new.txt"), "by the agent\n");
        sh(at.resolve("libs/lib"), "git rev-parse --show-toplevel");
        assertThat(one.snapshot()).isEqualTo(base);
        one.bring(base);
        assertThat(files.read("libs/lib/lib.txt")).isEqualTo("v1\n");
        assertThat(files.git("status", "--porcelain")).isEqualTo("?? other/\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf .git",
                "rm -rf .git; echo gitdir: /nowhere > .git",
                "rm .git/HEAD",
                "printf x > .git/index",
                "printf '[core' > .git/config",
                "rm -rf .git; git init -q; git add -A"
            })
    void whateverAnAgentDoesToItsGitFolderItsFilesCount(String damage) throws Exception {
        TestRepository files = TestRepository.git(scratch.resolve("ws"))
                .write(".gitignore", ".env\n")
                .write("a.txt", "a\n")
                .write(".env", "A=1\n")
                .commit("base");
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();

        sh(one.folder(), damage);
        Files.writeString(one.folder().resolve("a.txt"), "by the agent\n");
        assertThat(Workspace.open(files.root)
                        .checkpoints()
                        .trees()
                        .between(base, one.snapshot())
                        .files())
                .containsExactly("a.txt");

        one.bring(base);
        assertThat(sh(one.folder(), "git status --porcelain; git log --format=%s; cat a.txt .env"))
                .isEqualTo("base\na\nA=1\n");
        assertThat(files.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aCopyThatAnAgentRemovesIsFurnishedAgain() throws Exception {
        TestRepository files = TestRepository.git(scratch.resolve("ws"))
                .write(".gitignore", ".env\nnode_modules/\n")
                .write("a.txt", "a\n")
                .write(".env", "A=1\n")
                .write("node_modules/dep/index.js", "dep\n")
                .commit("base");
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();

        sh(scratch, "rm -rf '" + one.folder() + "'");
        assertThat(Workspace.open(files.root)
                        .checkpoints()
                        .trees()
                        .between(base, one.snapshot())
                        .files())
                .containsExactlyInAnyOrder(".gitignore", "a.txt");
        one.bring(base);
        assertThat(sh(one.folder(), "git status --porcelain; cat a.txt .env node_modules/dep/index.js"))
                .isEqualTo("a\nA=1\ndep\n");
    }

    @Test
    void gitInACopyCanBeAsItWasAtFirst() throws Exception {
        TestRepository files =
                TestRepository.git(scratch.resolve("ws")).write("a.txt", "a\n").commit("base");
        files.git("branch", "-m", "trunk");
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();

        sh(one.folder(), "git checkout -q -b feature; echo b > a.txt; git commit -qam agent; touch .git/index.lock");
        one.renewRepository();
        one.bring(base);
        assertThat(sh(one.folder(), "git branch --format='%(refname:short)'; git add -A && git status --porcelain"))
                .isEqualTo("trunk\n");
    }

    @Test
    void ignoredFilesComeAlongAndLeadNowhereBack() throws Exception {
        TestRepository files = TestRepository.git(scratch.resolve("ws"))
                .write(".gitignore", "node_modules/\n.venv/\n.env\nbuild/\nhuge/\nlinked/\n")
                .write("packages/lib/index.js", "v1\n")
                .write("node_modules/dep/index.js", "dep\n")
                .write(".env", "A=1\n")
                .write("build/CMakeCache.txt", "x\n")
                .write("huge/data.bin", "h\n")
                .write("linked/data.bin", "l\n")
                .write(".venv/pyvenv.cfg", "home = /usr/bin\n");
        Files.createSymbolicLink(files.root.resolve("node_modules/lib"), Path.of("../packages/lib"));
        Files.createSymbolicLink(files.root.resolve("node_modules/abs"), files.root.resolve("packages/lib"));
        files.write(".venv/lib/site-packages/__editable__.lib.pth", files.root + "/src\n");
        files.commit("base");
        CopyRules rules = new CopyRules(List.of(), List.of("linked/"), List.of("huge"));
        WorkingCopies copies = copies(files);
        assertThat(copies.companions(rules))
                .extracting(Companion::path, Companion::how)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(".env", How.COPY),
                        org.assertj.core.groups.Tuple.tuple(".venv", How.COPY),
                        org.assertj.core.groups.Tuple.tuple("build", How.LEAVE),
                        org.assertj.core.groups.Tuple.tuple("huge", How.LEAVE),
                        org.assertj.core.groups.Tuple.tuple("linked", How.LINK),
                        org.assertj.core.groups.Tuple.tuple("node_modules", How.COPY));
        WorkingCopy one = copies.create("one", rules);
        String base = one.snapshot();
        Path at = one.folder();
        Files.writeString(at.resolve("packages/lib/index.js"), "v2\n");
        assertThat(Files.readString(at.resolve("node_modules/lib/index.js"))).isEqualTo("v2\n");
        assertThat(Files.readString(at.resolve("node_modules/abs/index.js"))).isEqualTo("v2\n");
        assertThat(Files.readString(at.resolve(".venv/lib/site-packages/__editable__.lib.pth")))
                .isEqualTo(at + "/src\n");
        Files.writeString(at.resolve("node_modules/dep/index.js"), "installed\n");
        assertThat(files.read("node_modules/dep/index.js")).isEqualTo("dep\n");
        assertThat(at.resolve("huge")).doesNotExist();
        assertThat(at.resolve("linked/data.bin")).hasContent("l");

        Files.writeString(at.resolve(".env"), "A=2\n");
        assertThat(one.changedCompanions()).containsExactly(".env");
        // An agent that hides a file from git does not hide it from us.
        Files.writeString(at.resolve(".git/info/exclude"), "/override\n");
        Files.writeString(at.resolve("override"), "x\n");
        assertThat(Workspace.open(files.root)
                        .checkpoints()
                        .trees()
                        .between(base, one.snapshot())
                        .files())
                .containsExactly("override", "packages/lib/index.js");
        one.bring(base);
        assertThat(at.resolve(".env")).hasContent("A=1");
        assertThat(at.resolve("override")).doesNotExist();
        assertThat(files.read(".env")).isEqualTo("A=1\n");
    }

    @Test
    void nothingIsWrittenThroughALinkThatAnAgentMade() throws Exception {
        TestRepository files = TestRepository.git(scratch.resolve("ws"))
                .write(".gitignore", "*.log\n")
                .write("dir/b", "b\n")
                .write("dir/p.log", "mine\n")
                .commit("base");
        Path outside = Files.createDirectories(scratch.resolve("outside"));
        Files.writeString(outside.resolve("p.log"), "somebody else's\n");
        Files.writeString(outside.resolve("b"), "somebody else's\n");
        WorkingCopy one = copies(files).create("one", CopyRules.NONE);
        String base = one.snapshot();
        sh(one.folder(), "rm -rf dir && ln -s '" + outside + "' dir");
        one.restoreCompanions();
        one.bring(base);
        assertThat(outside.resolve("p.log")).hasContent("somebody else's");
        assertThat(outside.resolve("b")).hasContent("somebody else's");
        assertThat(one.folder().resolve("dir/p.log")).hasContent("mine");
        assertThat(one.snapshot()).isEqualTo(base);
    }

    @Test
    void copiesOfAProcessThatIsGoneAreRemoved() throws IOException {
        TestRepository files = made("git");
        Path home = scratch.resolve("copies");
        WorkingCopies copies = copies(files);
        WorkingCopy held = copies.create("held", CopyRules.NONE);
        WorkingCopy orphan = copies.create("orphan", CopyRules.NONE);
        String lease = Files.readString(home.resolve("orphan.lease"));
        Files.writeString(home.resolve("orphan.lease"), lease.replaceFirst("\n[0-9]+\n", "\n1\n"));
        assertThat(copies.orphans()).containsExactly("orphan");
        assertThat(copies.removeOrphans()).isEqualTo(1);
        assertThat(orphan.folder()).doesNotExist();
        assertThat(held.folder()).isDirectory();
    }

    @Test
    void takingBackLeavesAloneWhatWasChangedSince() throws IOException {
        TestRepository files = made("git").write("b.txt", "b\n").write("c.txt", "c\n");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        String start = checkpoints.snapshot();
        files.write("a.txt", "by the agent\n").write("b.txt", "by the agent\n").write("new.txt", "by the agent\n");
        String left = checkpoints.snapshot();
        files.write("b.txt", "by the user\n").write("c.txt", "by the user\n").write("mine.txt", "by the user\n");
        Checkpoints.TakenBack back = checkpoints.takeBack(start, left, "test");
        assertThat(back.files()).containsExactlyInAnyOrder("a.txt", "new.txt");
        assertThat(back.kept()).containsExactly("b.txt");
        assertThat(files.read("a.txt")).isEqualTo("dirty\r\n");
        assertThat(files.has("new.txt")).isFalse();
        assertThat(files.read("b.txt")).isEqualTo("by the user\n");
        assertThat(files.read("c.txt")).isEqualTo("by the user\n");
        assertThat(files.read("mine.txt")).isEqualTo("by the user\n");
        checkpoints.restore(back.undo().orElseThrow().id());
        assertThat(files.read("new.txt")).isEqualTo("by the agent\n");
    }

    @Test
    void linksKeepEveryLetterOfTheirTargets() throws Exception {
        TestRepository files = made("git");
        sh(files.root, "ln -s old// before && ln -s sub/ changed");
        Checkpoints checkpoints = Workspace.open(files.root).checkpoints();
        WorkingCopy one = new WorkingCopies(checkpoints, scratch.resolve("copies")).create("one", CopyRules.NONE);
        String base = one.snapshot();
        sh(one.folder(), "rm before changed && ln -s ../../ up && ln -s a//b twice && ln -s other/ changed");
        String result = one.snapshot();
        checkpoints.land(base, result, () -> {});
        assertThat(checkpoints.snapshot()).isEqualTo(result);
        assertThat(sh(files.root, "readlink up twice changed")).isEqualTo("../../\na//b\nother/\n");
        one.bring(base);
        assertThat(sh(one.folder(), "readlink before changed")).isEqualTo("old//\nsub/\n");
        assertThat(checkpoints.takeBack(base, result, "test").tree()).isEqualTo(base);
    }

    private static String sh(Path folder, String command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }
}
