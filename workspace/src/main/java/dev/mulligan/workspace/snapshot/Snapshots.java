package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.GitFailed;
import dev.mulligan.workspace.git.Repository;
import dev.mulligan.workspace.git.ScratchIndex;
import dev.mulligan.workspace.state.OwnFolders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns a work tree into a tree object: tracked and untracked files byte for byte, ignored ones left out. */
public final class Snapshots {
    /** How git writes the kind of an entry that is another repository's commit. */
    public static final String SUBMODULE = "160000 ";

    private final Repository repository;

    public Snapshots(Repository repository) {
        this.repository = repository;
    }

    /**
     * @param index our own index for this work tree; kept, so that unchanged files are not read again
     * @param also paths to include if they exist, even when ignored
     */
    public String take(Path workTree, Path index, Collection<String> also) throws IOException {
        Set<String> present = new LinkedHashSet<>(listed(workTree).files());
        also.stream().filter(path -> isFile(workTree, path)).forEach(present::add);
        return take(workTree, index, present);
    }

    /** @param present the files that are part of it, as {@link #listed} gives them */
    public String take(Path workTree, Path index, Set<String> present) throws IOException {
        try (ScratchIndex scratch = ScratchIndex.from(index, true)) {
            return take(workTree, scratch, present);
        } catch (GitFailed stale) {
            // The kept index may name objects that a tidy-up has removed: read every file again.
            try (ScratchIndex scratch = ScratchIndex.from(index, false)) {
                return take(workTree, scratch, present);
            }
        }
    }

    private String take(Path workTree, ScratchIndex scratch, Set<String> present) throws IOException {
        Git plain = repository.plain(workTree, scratch.path());
        Set<String> known = new LinkedHashSet<>(split(plain.bytes(new byte[0], "ls-files", "-z")));
        ByteArrayOutputStream gone = new ByteArrayOutputStream();
        known.stream().filter(path -> !present.contains(path)).forEach(path -> put(gone, path));
        plain.bytes(gone.toByteArray(), "update-index", "-z", "--force-remove", "--stdin");
        ByteArrayOutputStream there = new ByteArrayOutputStream();
        present.forEach(path -> put(there, path));
        plain.bytes(there.toByteArray(), "update-index", "-z", "--add", "--remove", "--replace", "--stdin");
        String tree = plain.text("write-tree");
        scratch.keep();
        return tree;
    }

    private static void put(ByteArrayOutputStream out, String path) {
        out.writeBytes(path.getBytes(StandardCharsets.UTF_8));
        out.write(0);
    }

    /**
     * What git says of a work tree.
     *
     * @param files the files git would care about
     * @param submodules folders that are another repository's commit to git, whether that repository is there or not
     */
    record Listed(List<String> files, Set<String> submodules) {}

    /** Nested repositories and submodules are left alone: they have their own history. */
    Listed listed(Path workTree) throws IOException {
        List<String> files = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        Git owner = repository.owner(workTree);
        byte[] out = owner.bytes(new byte[0], "ls-files", "-z", "--cached", "--others", "--exclude-standard");
        for (String path : split(out)) {
            requireUsable(workTree, path);
            if (isPart(workTree, path)) {
                files.add(path);
            } else if (!path.endsWith("/") && Files.isDirectory(workTree.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
                folders.add(path);
            }
        }
        return new Listed(files, submodules(owner, folders));
    }

    /** Those of the folders that stand in git's index as a whole. The others took the place of a file. */
    private static Set<String> submodules(Git owner, List<String> folders) throws IOException {
        Set<String> found = new LinkedHashSet<>();
        if (!folders.isEmpty()) {
            for (String entry : split(owner.bytes(new byte[0], "ls-files", "-z", "--stage"))) {
                if (entry.startsWith(SUBMODULE)) {
                    found.add(entry.substring(entry.indexOf('\t') + 1));
                }
            }
            found.retainAll(Set.copyOf(folders));
        }
        return found;
    }

    /** Whether a path that git cares about is a file to save. */
    static boolean isPart(Path workTree, String path) {
        return !path.endsWith("/")
                && isFile(workTree, path)
                && !path.startsWith(".mulligan/")
                && !OwnFolders.hold(workTree, workTree.resolve(path));
    }

    /** Names this system's encoding cannot express are an error: leaving such a file out would be a silent loss. */
    private static void requireUsable(Path workTree, String path) throws UnreadableName {
        boolean replaced = path.indexOf('\uFFFD') >= 0;
        try {
            if (!replaced || Files.exists(workTree.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
        } catch (InvalidPathException unusable) {
            replaced = true;
        }
        throw new UnreadableName(path);
    }

    private static boolean isFile(Path workTree, String path) {
        Path file = workTree.resolve(path);
        return !behindLink(workTree, path)
                && (Files.isSymbolicLink(file) || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }

    public static boolean behindLink(Path workTree, String path) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (Files.isSymbolicLink(workTree.resolve(path.substring(0, slash)))) {
                return true;
            }
        }
        return false;
    }

    public static List<String> split(byte[] zeroSeparated) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < zeroSeparated.length; i++) {
            if (zeroSeparated[i] == 0) {
                parts.add(new String(zeroSeparated, start, i - start, StandardCharsets.UTF_8));
                start = i + 1;
            }
        }
        return parts;
    }
}
