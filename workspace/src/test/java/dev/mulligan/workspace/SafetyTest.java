package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is ever written where it must not be. */
class SafetyTest {
    @TempDir
    Path scratch;

    private TestRepository workspace;
    private Path outside;

    @BeforeEach
    void workspaceBesideSomethingPrecious() throws IOException {
        workspace = TestRepository.git(scratch.resolve("deep/ws")).write("src/a.txt", "alpha\nbeta\ngamma\n");
        workspace.commit("base");
        outside = Files.createDirectories(scratch.resolve("deep/outside"));
        Files.writeString(outside.resolve("notes.txt"), "alpha\nbeta\ngamma\n");
    }

    private PatchOutcome apply(String answer) throws IOException {
        return Workspace.open(workspace.root).apply(answer, ApplyOptions.DEFAULT);
    }

    private static String create(String path) {
        return "--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+pwned\n";
    }

    private void assertRefused(PatchOutcome outcome, PatchProblem.Kind kind) throws IOException {
        assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
        assertThat(((PatchOutcome.Refused) outcome).problems())
                .extracting(PatchProblem::kind)
                .contains(kind);
        assertThat(workspace.read("src/a.txt")).isEqualTo("alpha\nbeta\ngamma\n");
        assertThat(Files.readString(outside.resolve("notes.txt"))).isEqualTo("alpha\nbeta\ngamma\n");
        assertThat(workspace.git("status", "--porcelain")).doesNotContain("pwned");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil.txt",
                "src/../../evil.txt",
                "/tmp/mulligan-canary",
                "//server/share/x",
                "\\\\server\\share\\x",
                "C:\\Windows\\evil.txt",
                "c:/evil.txt",
                "~/.profile",
                "~root/.profile",
                ".git/hooks/pre-commit",
                ".GIT/config",
                "src/.Git/config",
                ".git./config",
                ".git /config",
                "git~1/config",
                ".g\u200Cit/config",
                ".git::$INDEX_ALLOCATION/config",
                ".mulligan/journal/transaction/manifest",
                "a\u0000b",
                "src/\u0007bell",
                "src//double",
                "src/a.txt/below"
            })
    void forbiddenPaths(String path) throws IOException {
        assertRefused(apply(create(path)), PatchProblem.Kind.FORBIDDEN_PATH);
        String json = "{\"files\":[{\"path\":\"" + path.replace("\\", "\\\\")
                + "\",\"action\":\"create\",\"content\":\"x\"}]}";
        assertThat(apply(json)).isInstanceOf(PatchOutcome.Refused.class);
        assertThat(apply("*** Begin Patch\n*** Add File: " + path + "\n+x\n*** End Patch\n"))
                .isInstanceOf(PatchOutcome.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".github/workflows/ci.yml",
                "sub/.github/workflows/ci.yml",
                ".GitHub/Workflows/ci.yml",
                ".gitlab-ci.yml",
                ".circleci/config.yml",
                ".claude/settings.json",
                "packages/a/.claude/hooks/x.sh",
                ".codex/config.toml",
                ".gemini/settings.json",
                ".cursor/mcp.json",
                ".mcp.json",
                ".envrc",
                ".vscode/tasks.json",
                ".husky/pre-commit",
                ".githooks/pre-commit",
                ".pre-commit-config.yaml",
                ".gitmodules",
                "mulligan.yaml",
                ".npmrc",
                ".yarnrc.yml",
                ".idea/runConfigurations/x.xml"
            })
    void filesThatChangeHowToolsBehaveNeedAWord(String path) throws IOException {
        PatchOutcome refused = apply(create(path));
        assertRefused(refused, PatchProblem.Kind.FORBIDDEN_PATH);
        assertThat(((PatchOutcome.Refused) refused).text()).contains("--allow-config");
        assertRefused(
                apply("diff --git a/src/a.txt b/" + path + "\nsimilarity index 100%\nrename from src/a.txt\nrename to "
                        + path + "\n"),
                PatchProblem.Kind.FORBIDDEN_PATH);
        assertThat(Workspace.open(workspace.root)
                        .apply(create(path), ApplyOptions.DEFAULT.allowingConfig(path::equals))
                        .succeeded())
                .isTrue();
    }

    @Test
    void filesThatOnlyLookLikeThemNeedNone() throws IOException {
        for (String path : List.of("docs/github/workflows.md", "AGENTS.md", ".vscode/extensions.json", "npmrc.txt")) {
            assertThat(apply(create(path)).succeeded()).as(path).isTrue();
        }
    }

    @Test
    void movesOutOfTheWorkspace() throws IOException {
        assertRefused(apply("""
                        *** Begin Patch
                        *** Update File: src/a.txt
                        *** Move to: ../moved.txt
                        @@
                         alpha
                        -beta
                        +b
                        *** End Patch
                        """), PatchProblem.Kind.FORBIDDEN_PATH);
        assertRefused(apply("""
                        diff --git a/src/a.txt b/.git/hooks/x
                        similarity index 100%
                        rename from src/a.txt
                        rename to .git/hooks/x
                        """), PatchProblem.Kind.FORBIDDEN_PATH);
    }

    @Test
    void linksAreNeitherFollowedNorReplacedNorMade() throws IOException {
        Files.createSymbolicLink(workspace.root.resolve("folder-link"), Path.of("../outside"));
        Files.createSymbolicLink(workspace.root.resolve("file-link"), Path.of("../outside/notes.txt"));
        Files.createSymbolicLink(workspace.root.resolve("inner-link"), Path.of("src/a.txt"));
        Files.createSymbolicLink(workspace.root.resolve("dangling"), Path.of("nowhere"));
        String change = "@@ -1,3 +1,3 @@\n alpha\n-beta\n+pwned\n gamma\n";
        for (String path : List.of("folder-link/notes.txt", "file-link", "inner-link")) {
            assertRefused(apply("--- a/" + path + "\n+++ b/" + path + "\n" + change), PatchProblem.Kind.FORBIDDEN_PATH);
        }
        assertRefused(apply(create("dangling")), PatchProblem.Kind.FORBIDDEN_PATH);
        assertRefused(apply(create("folder-link/new.txt")), PatchProblem.Kind.FORBIDDEN_PATH);
        assertRefused(
                apply("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../outside\n"),
                PatchProblem.Kind.FORBIDDEN_PATH);
        assertRefused(
                apply("diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject\n"),
                PatchProblem.Kind.FORBIDDEN_PATH);
    }

    @Test
    void aNameThatDiffersInCaseOnlyIsNotASecondFile() throws IOException {
        assertRefused(apply(create("SRC/other.txt")), PatchProblem.Kind.FORBIDDEN_PATH);
        assertRefused(apply(create("src/A.TXT")), PatchProblem.Kind.FORBIDDEN_PATH);
    }

    @Test
    void binaryAndHugeFilesAreLeftAlone() throws IOException {
        Files.write(workspace.root.resolve("data.bin"), new byte[] {'a', 0, 'b', '\n'});
        assertRefused(apply("--- a/data.bin\n+++ b/data.bin\n@@ -1 +1 @@\n-a\n+b\n"), PatchProblem.Kind.INVALID_PATCH);
        assertRefused(
                apply("diff --git a/i.png b/i.png\nGIT binary patch\nliteral 4\nLcmZQzWMT\n"),
                PatchProblem.Kind.INVALID_PATCH);
        PatchLimits small = new PatchLimits(10_000, 10, 10, 10, 1_000);
        PatchOutcome outcome = Workspace.open(workspace.root)
                .apply(
                        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n",
                        ApplyOptions.DEFAULT.withLimits(small));
        assertRefused(outcome, PatchProblem.Kind.TOO_LARGE);
        PatchOutcome longAnswer =
                Workspace.open(workspace.root).apply("x".repeat(20_000), ApplyOptions.DEFAULT.withLimits(small));
        assertRefused(longAnswer, PatchProblem.Kind.TOO_LARGE);
    }

    @Test
    void oneBadFileKeepsAllFilesAsTheyWere() throws IOException {
        assertRefused(
                apply("--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n"
                        + create("new.txt") + create("../evil.txt")),
                PatchProblem.Kind.FORBIDDEN_PATH);
        assertThat(workspace.has("new.txt")).isFalse();
    }

    @Test
    void dryRunWritesNothing() throws IOException {
        PatchOutcome outcome = Workspace.open(workspace.root)
                .apply(
                        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n",
                        ApplyOptions.DEFAULT.withDryRun());
        assertThat(outcome).isInstanceOf(PatchOutcome.Applied.class);
        assertThat(workspace.read("src/a.txt")).isEqualTo("alpha\nbeta\ngamma\n");
    }

    @Test
    void modesStayAndNewOnesAreSet() throws IOException {
        Path script = workspace.write("run.sh", "echo a\n").root.resolve("run.sh");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(apply("--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-echo a\n+echo b\n")
                        .succeeded())
                .isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                .isEqualTo("rwxr-x---");
        assertThat(apply(
                                "diff --git a/n.sh b/n.sh\nnew file mode 100755\n--- /dev/null\n+++ b/n.sh\n@@ -0,0 +1 @@\n+echo\n")
                        .succeeded())
                .isTrue();
        assertThat(Files.isExecutable(workspace.root.resolve("n.sh"))).isTrue();
        assertThat(apply("diff --git a/src/a.txt b/src/a.txt\nold mode 100644\nnew mode 100755\n")
                        .succeeded())
                .isTrue();
        assertThat(Files.isExecutable(workspace.root.resolve("src/a.txt"))).isTrue();
    }

    @Test
    void absolutePathsBelowTheKnownRootsAreTheWorkspace() throws IOException {
        String change = "@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n";
        String real = workspace.root + "/src/a.txt";
        assertThat(apply("--- " + real + "\n+++ " + real + "\n" + change).succeeded())
                .isTrue();
        workspace.write("src/a.txt", "alpha\nbeta\ngamma\n");
        PatchOutcome outcome = Workspace.open(workspace.root)
                .apply(
                        "--- /home/dev/project/src/a.txt\n+++ /home/dev/project/src/a.txt\n" + change,
                        ApplyOptions.DEFAULT.withAssumedRoot(Path.of("/home/dev/project")));
        assertThat(outcome.succeeded()).isTrue();
        assertThat(workspace.read("src/a.txt")).isEqualTo("alpha\nb\ngamma\n");
    }

    /** Another program swaps a folder for a link to the outside all the time; nothing may land there. */
    @Test
    void swappingAFolderForALinkLeadsNowhere() throws Exception {
        Path swapped = workspace.root.resolve("swapped");
        Path aside = workspace.root.resolve("aside");
        Files.createDirectories(swapped);
        Files.writeString(swapped.resolve("notes.txt"), "alpha\nbeta\ngamma\n");
        AtomicBoolean stop = new AtomicBoolean();
        Thread attacker = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                try {
                    Files.move(swapped, aside);
                    Files.createSymbolicLink(swapped, outside);
                    Thread.onSpinWait();
                    Files.delete(swapped);
                    Files.move(aside, swapped);
                } catch (IOException raced) {
                    Thread.onSpinWait();
                }
            }
        });
        Workspace open = Workspace.open(workspace.root);
        int applied = 0;
        for (int i = 0; i < 150; i++) {
            String from = i == 0 ? "beta" : "beta" + applied;
            try {
                PatchOutcome outcome = open.apply(
                        "--- a/swapped/notes.txt\n+++ b/swapped/notes.txt\n@@ -1,3 +1,3 @@\n alpha\n-"
                                + (applied == 0 ? "beta" : from) + "\n+beta" + (applied + 1) + "\n gamma\n",
                        ApplyOptions.DEFAULT);
                applied += outcome instanceof PatchOutcome.Applied ? 1 : 0;
            } catch (IOException blocked) {
                assertThat(blocked).isNotNull();
            }
        }
        stop.set(true);
        attacker.join();
        assertThat(Files.readString(outside.resolve("notes.txt"), StandardCharsets.UTF_8))
                .isEqualTo("alpha\nbeta\ngamma\n");
        assertThat(outside).isDirectoryNotContaining(path -> !path.endsWith("notes.txt"));
    }

    @Test
    void writersOfOneProgramWaitForEachOther() throws Exception {
        List<Callable<PatchOutcome>> writers = IntStream.range(0, 40)
                .<Callable<PatchOutcome>>mapToObj(i -> () -> apply(create("file-" + i + ".txt")))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<PatchOutcome> written : threads.invokeAll(writers)) {
                assertThat(written.get()).isInstanceOf(PatchOutcome.Applied.class);
            }
        }
    }
}
