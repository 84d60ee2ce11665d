package dev.mulligan.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.snapshot.TreePatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking again at a workspace that is kept open sees exactly what git sees when it looks for the first time. */
class LiveSnapshotTest {
    private static final List<String> FOLDERS = List.of("", "src/", "src/deep/er/", "empty/", "build/", "é/");
    private static final List<String> NAMES = List.of("a", "a.txt", "b.log", "odd \"one\"", "ü", "zz");

    private static final int ROUNDS = Integer.getInteger("mulligan.rounds", 60);

    @TempDir
    Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"git", "plain"})
    void seesEveryChange(String kind) throws IOException {
        TestRepository files = kind.equals("plain")
                ? TestRepository.plain(scratch.resolve("ws"))
                : TestRepository.git(scratch.resolve("ws"));
        files.write("a.txt", "a\n").write(".gitignore", "*.log\nbuild/\n");
        if (kind.equals("git")) {
            files.commit("base");
        }
        long seed = Long.getLong("mulligan.seed", System.nanoTime());
        Random random = new Random(seed);
        try (Workspace workspace = Workspace.open(files.root)) {
            Checkpoints live = workspace.checkpoints();
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    change(files, random, kind);
                }
                same(live, files.root, "seed " + seed + " round " + round);
                if (random.nextInt(3) == 0) {
                    files.write("quick", "x" + random.nextInt(10));
                    same(live, files.root, "right after, seed " + seed + " round " + round);
                }
            }
        }
    }

    /** Git itself looks at whole seconds and may miss this. */
    @Test
    void aTimeThatWasSetBackHidesNothing() throws IOException {
        TestRepository files = TestRepository.git(scratch.resolve("ws"));
        files.write("a.txt", "a\n").commit("base");
        Path file = files.root.resolve("a.txt");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        try (Workspace workspace = Workspace.open(files.root)) {
            Checkpoints live = workspace.checkpoints();
            String first = live.snapshot();
            assertThat(live.snapshot()).isEqualTo(first);
            files.write("a.txt", "b\n");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
            assertThat(live.snapshot()).isNotEqualTo(first);
            files.write("a.txt", "a\n");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
            assertThat(live.snapshot()).isEqualTo(first);
        }
    }

    @Test
    void newNamesAreIgnoredByTheRulesOfGit() throws IOException {
        TestRepository files = TestRepository.git(scratch.resolve("ws"));
        files.write(".gitignore", "*.log\n!keep.log\nbuild/\n")
                .write("src/a.txt", "a\n")
                .write("build/known", "tracked although ignored\n");
        files.git("add", "-f", "build/known");
        files.commit("base");
        try (Workspace workspace = Workspace.open(files.root)) {
            Checkpoints live = workspace.checkpoints();
            same(live, files.root, "at first");
            same(live, files.root, "with all folders known");
            List<String> names = List.of(
                    "b.txt",
                    "b.log",
                    "keep.log",
                    "src/deep/er/c.txt",
                    "src/deep/d.log",
                    "build/unknown",
                    "src/build/e.txt",
                    ":odd *name?",
                    "src/own/.gitignore",
                    "src/own/f.txt",
                    "nested/.git/HEAD");
            for (String name : names) {
                files.write(name, "new\n");
                same(live, files.root, "with " + name);
            }
            Files.writeString(files.root.resolve("src/own/.gitignore"), "f.txt\n");
            same(live, files.root, "with a rule in a new folder");
            Files.delete(files.root.resolve("build/known"));
            same(live, files.root, "without a tracked file");
            files.write("build/known", "back\n");
            same(live, files.root, "with the tracked file again");
            Files.createSymbolicLink(files.root.resolve("build.log"), Path.of("src"));
            Files.createSymbolicLink(files.root.resolve("link"), Path.of("src"));
            same(live, files.root, "with links");
            removeAll(files.root.resolve("src/deep"));
            files.write("src/deep", "now a file\n");
            same(live, files.root, "with a file in a folder's place");
        }
    }

    private static void same(Checkpoints live, Path root, String when) throws IOException {
        String seen = live.snapshot();
        String right = fresh(root);
        assertThat(live.trees().between(right, seen).text()).as(when).isEmpty();
        assertThat(seen).as(when).isEqualTo(right);
    }

    private static String fresh(Path root) throws IOException {
        try (Workspace other = Workspace.open(root)) {
            return other.checkpoints().create("as git sees it").tree();
        }
    }

    private static void change(TestRepository files, Random random, String kind) throws IOException {
        String path = FOLDERS.get(random.nextInt(FOLDERS.size())) + NAMES.get(random.nextInt(NAMES.size()));
        Path file = files.root.resolve(path);
        switch (random.nextInt(12)) {
            case 0 -> removeAll(file);
            case 1 -> Files.createDirectories(files.root.resolve("empty"));
            case 2 -> removeAll(files.root.resolve(FOLDERS.get(1 + random.nextInt(FOLDERS.size() - 1))));
            case 3 -> {
                removeAll(file);
                Files.createDirectories(file.getParent());
                Files.createSymbolicLink(file, Path.of("a.txt"));
            }
            case 4 -> {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
            case 5 -> {
                removeAll(file);
                files.write(path + "/inside", "now a folder\n");
            }
            case 6 -> files.write(".gitignore", random.nextBoolean() ? "*.log\nbuild/\n" : "build/\n");
            case 7 -> {
                if (kind.equals("git") && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    files.git("add", "-f", "--", path);
                }
            }
            case 8 -> {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    byte[] content = Files.readAllBytes(file);
                    if (content.length > 0) {
                        content[0]++;
                    }
                    Files.write(file, content);
                }
            }
            default -> {
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    removeAll(file);
                }
                files.write(path, "v" + random.nextInt(1_000) + "\n");
            }
        }
    }

    private static void removeAll(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Test
    void differencesCarryOddNamesAndSurviveTheEndOfTheirProcess() throws IOException {
        TestRepository files = TestRepository.git(scratch.resolve("ws"));
        files.write("a.txt", "a\n").commit("base");
        try (Workspace workspace = Workspace.open(files.root)) {
            Checkpoints live = workspace.checkpoints();
            String before = live.snapshot();
            files.write("odd \"name\"\n\tü", "odd\n").write("a.txt", "b");
            String after = live.snapshot();
            TreePatch patch = live.trees().between(before, after);
            assertThat(patch.files()).containsExactlyInAnyOrder("a.txt", "odd \"name\"\n\tü");
            assertThat(patch.lines()).isEqualTo(3);
            assertThat(patch.text())
                    .startsWith("diff --git a/a.txt b/a.txt")
                    .contains("\\ No newline at end of file\n");
            live.close();
            assertThat(live.trees().between(before, after)).isEqualTo(patch);
            assertThat(live.trees().between(after, before).files()).hasSize(2);
        }
    }
}
