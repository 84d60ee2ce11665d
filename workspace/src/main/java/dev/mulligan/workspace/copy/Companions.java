package dev.mulligan.workspace.copy;

import dev.mulligan.workspace.copy.Companion.How;
import dev.mulligan.workspace.git.Repository;
import dev.mulligan.workspace.snapshot.Snapshots;
import dev.mulligan.workspace.state.OwnFolders;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Decides which ignored files and inner repositories come along into a working copy: without local settings and installed dependencies a check
 * that passes in the workspace would fail there. Folders are copied rather than linked where that is affordable, since
 * what is installed into a linked folder is installed in the user's own, and links inside it can lead a check back to the
 * user's sources.
 */
final class Companions {

    /** For one file, and for all that stand alone. */
    static final long LARGEST_FILE = 2L << 20;

    private static final int MOST_FILES = 2_000;

    /** For one folder, and for all of them. */
    private static final long MOST_IN_FOLDER = 30_000;

    private static final long LARGEST_FOLDER = 600L << 20;
    private static final long MOST_IN_ALL = 80_000;
    private static final long LARGEST_IN_ALL = 2L << 30;

    private static final Set<String> DEPENDENCIES =
            Set.of("node_modules", ".venv", "venv", "vendor", ".bundle", "Pods", "deps", ".tox", ".nox");

    /** Their build files hold the absolute path of the sources: a build in such a copy would build the user's files. */
    private static final List<String> TIED_TO_PLACE = List.of("CMakeCache.txt", "build.ninja", "meson-info");

    private final Path root;
    private final CopyRules rules;
    private long filesLeft = MOST_IN_ALL;
    private long bytesLeft = LARGEST_IN_ALL;
    private int loneFiles;

    private Companions(Path root, CopyRules rules) {
        this.root = root;
        this.rules = rules;
    }

    static List<Companion> of(Repository repository, CopyRules rules) throws IOException {
        Path root = repository.root();
        if (!repository.isUsers()) {
            // Nothing is ignored in a plain folder: all of it is in the copy anyway.
            return List.of();
        }
        byte[] out = repository
                .owner()
                .bytes(new byte[0], "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory");
        Companions companions = new Companions(root, rules);
        List<Companion> found = new ArrayList<>();
        for (String path : Snapshots.split(out)) {
            String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            if (!plain.equals(".mulligan")
                    && !plain.startsWith(".mulligan/")
                    && !OwnFolders.hold(root, root.resolve(plain))) {
                found.add(companions.decide(plain));
            }
        }
        for (String path : repositories(repository)) {
            found.add(companions.repository(path));
        }
        return found;
    }

    /** Submodules that are there, and repositories that git does not know about. */
    private static List<String> repositories(Repository repository) throws IOException {
        List<String> found = new ArrayList<>();
        byte[] known = repository.owner().bytes(new byte[0], "ls-files", "-z", "--stage");
        for (String line : Snapshots.split(known)) {
            if (line.startsWith(Snapshots.SUBMODULE)) {
                found.add(line.substring(line.indexOf('\t') + 1));
            }
        }
        byte[] others = repository.owner().bytes(new byte[0], "ls-files", "-z", "--others", "--exclude-standard");
        for (String path : Snapshots.split(others)) {
            if (path.endsWith("/")) {
                found.add(path.substring(0, path.length() - 1));
            }
        }
        found.removeIf(path -> !Files.exists(repository.root().resolve(path).resolve(".git")));
        return found;
    }

    /** It has a history of its own, so nothing that is done there can become part of a result. */
    private Companion repository(String path) throws IOException {
        Companion as = decide(path);
        String why = as.how() == How.COPY ? "a repository of its own: what changes there stays in the copy" : as.why();
        return new Companion(path, as.how(), true, true, as.files(), as.bytes(), why);
    }

    private Companion decide(String path) throws IOException {
        Path at = root.resolve(path);
        boolean folder = Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS);
        if (rules.leaves(path)) {
            return new Companion(path, How.LEAVE, folder, false, 0, 0, "leave: says so");
        }
        if (rules.links(path)) {
            return new Companion(path, How.LINK, folder, false, 0, 0, "link: says so");
        }
        return folder ? folder(path, at) : file(path, at);
    }

    private Companion file(String path, Path at) throws IOException {
        boolean bazel = String.valueOf(at.getFileName()).startsWith("bazel-") && Files.isSymbolicLink(at);
        long size = Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS) ? Files.size(at) : 0;
        if (bazel) {
            return new Companion(path, How.LEAVE, false, false, 1, size, "a link to another build's output");
        }
        boolean fits = size <= LARGEST_FILE && ++loneFiles <= MOST_FILES;
        return fits || rules.copies(path)
                ? new Companion(path, How.COPY, false, false, 1, size, "")
                : new Companion(path, How.LEAVE, false, false, 1, size, "too large to copy; copy: says otherwise");
    }

    private Companion folder(String path, Path at) throws IOException {
        for (String tied : TIED_TO_PLACE) {
            if (Files.exists(at.resolve(tied)) && !rules.copies(path)) {
                return new Companion(
                        path,
                        How.LEAVE,
                        true,
                        false,
                        0,
                        0,
                        "a build folder whose " + tied + " leads back to the workspace");
            }
        }
        boolean asked = rules.copies(path);
        Size size = Size.of(
                at,
                asked ? Long.MAX_VALUE : Math.min(MOST_IN_FOLDER, filesLeft),
                asked ? Long.MAX_VALUE : Math.min(LARGEST_FOLDER, bytesLeft));
        if (size.complete()) {
            filesLeft -= size.files();
            bytesLeft -= size.bytes();
            return new Companion(path, How.COPY, true, false, size.files(), size.bytes(), "");
        }
        return DEPENDENCIES.contains(String.valueOf(at.getFileName()))
                ? new Companion(path, How.LINK, true, false, size.files(), size.bytes(), "too large to copy")
                : new Companion(
                        path,
                        How.LEAVE,
                        true,
                        false,
                        size.files(),
                        size.bytes(),
                        "too large to copy; copy: says otherwise");
    }

    /** Counted until it is clear that there are too many. */
    private record Size(long files, long bytes, boolean complete) {

        static Size of(Path folder, long mostFiles, long mostBytes) throws IOException {
            long[] sums = new long[2];
            boolean[] over = new boolean[1];
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sums[0]++;
                    sums[1] += attributes.size();
                    over[0] = sums[0] > mostFiles || sums[1] > mostBytes;
                    return over[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    // Gone meanwhile or not ours to read: it will not be in the copy either.
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @org.jspecify.annotations.Nullable IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
            return new Size(sums[0], sums[1], !over[0]);
        }
    }
}
