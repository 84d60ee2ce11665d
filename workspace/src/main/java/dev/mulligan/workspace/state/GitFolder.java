package dev.mulligan.workspace.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The git folder of a workspace, believed only when nothing in it leads elsewhere: checkpoints write objects and names
 * there, and a stranger's folder must not choose where they go. One that is not believed makes a plain folder.
 *
 * @param folder what git calls the git directory
 * @param common the folder shared by all worktrees of the repository; the same one for a plain repository
 */
public record GitFolder(Path folder, Path common) {
    private static final int LONGEST_POINTER = 4_096;
    private static final int LARGEST_CONFIG = 1 << 20;
    private static final List<String> WRITTEN =
            List.of("objects", "objects/info", "refs", "refs/mulligan", "refs/mulligan/checkpoints", "worktrees");

    /** The repository whose top folder this is. A linked worktree or submodule has a file that says where it is. */
    public static Optional<GitFolder> of(Path root) throws IOException {
        Path git = root.resolve(".git");
        if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
            return Files.exists(git.resolve("commondir"), LinkOption.NOFOLLOW_LINKS)
                    ? Optional.empty()
                    : Optional.of(new GitFolder(git, git)).filter(GitFolder::isWhole);
        }
        Optional<Path> named = pointer(git, "gitdir:").map(root::resolve).map(Path::normalize);
        if (named.isEmpty() || !Files.isDirectory(named.get())) {
            return Optional.empty();
        }
        return pointed(root.toRealPath(), named.get()).filter(GitFolder::isWhole);
    }

    private static Optional<GitFolder> pointed(Path root, Path git) throws IOException {
        Optional<Path> shared = pointer(git.resolve("commondir"), "").map(git::resolve);
        if (shared.isPresent()) {
            // A linked worktree: the repository must know it, and must be the one it lies in.
            Path home = git.toRealPath();
            Optional<Path> back = pointer(git.resolve("gitdir"), "").map(git::resolve);
            boolean known = back.isPresent() && isSame(back.get(), root.resolve(".git"));
            boolean inside = home.getNameCount() > 2 && isSame(shared.get(), home.resolve("../.."));
            return known && inside
                    ? Optional.of(new GitFolder(git, home.resolve("../..").normalize()))
                    : Optional.empty();
        }
        boolean ours = git.toRealPath().startsWith(root) || isWorkTreeOf(git, root);
        return ours ? Optional.of(new GitFolder(git, git)) : Optional.empty();
    }

    /** A submodule's folder says in its settings where its files are. */
    private static boolean isWorkTreeOf(Path git, Path root) throws IOException {
        Path config = git.resolve("config");
        if (!Files.isRegularFile(config) || Files.size(config) > LARGEST_CONFIG) {
            return false;
        }
        for (String line : new String(Files.readAllBytes(config), StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            String[] parts = line.strip().split("\\s*=\\s*", 2);
            if (parts.length == 2 && parts[0].equals("worktree") && isSame(git.resolve(parts[1]), root)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(Path one, Path other) throws IOException {
        return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
    }

    private static Optional<Path> pointer(Path file, String start) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LONGEST_POINTER) {
            return Optional.empty();
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        boolean usable = text.startsWith(start) && text.indexOf('\0') < 0;
        return usable ? Optional.of(Path.of(text.substring(start.length()).strip())) : Optional.empty();
    }

    /** Has what a repository has, and nothing that is written to is a link. */
    private boolean isWhole() {
        boolean plain = Files.isRegularFile(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(common.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
                && !Files.isSymbolicLink(common.resolve("packed-refs"))
                && WRITTEN.stream().map(common::resolve).noneMatch(Files::isSymbolicLink);
        if (!plain) {
            return false;
        }
        try (DirectoryStream<Path> inner = Files.newDirectoryStream(common.resolve("objects"))) {
            for (Path path : inner) {
                if (Files.isSymbolicLink(path)) {
                    return false;
                }
            }
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }
}
