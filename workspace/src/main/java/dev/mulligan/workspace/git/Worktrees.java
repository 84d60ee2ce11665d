package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies of a workspace in which candidates and parallel steps work without seeing each other.
 *
 * <p>Each starts from the workspace as it is, uncommitted changes included. In a repository it is a linked worktree with
 * a detached HEAD; of a plain folder, or a repository without a commit, it is a plain copy.
 */
public final class Worktrees {
    private static final String LEASE = ".lease";

    private final Checkpoints checkpoints;
    private final Repository repository;
    private final Path home;

    /** @param home the folder the copies are made in */
    public Worktrees(Checkpoints checkpoints, Path home) {
        this.checkpoints = checkpoints;
        this.repository = checkpoints.repository();
        this.home = home;
    }

    /** A new copy of the workspace; its name may have letters, digits, dot, dash and underscore. */
    public Worktree create(String name) throws IOException {
        return create(
                name,
                new Snapshots(repository)
                        .take(repository.root(), repository.shadow().resolve("index"), List.of()));
    }

    /** A new folder with the files of a tree that was taken earlier. */
    public Worktree create(String name, String base) throws IOException {
        return create(name, base, "HEAD");
    }

    private Worktree create(String name, String base, String head) throws IOException {
        Path folder = folder(name);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + ": there is a worktree of this name already; remove it first");
        }
        Files.createDirectories(home);
        Lease.own(base).write(lease(name));
        if (isLinked(head)) {
            repository.owner().text("worktree", "add", "-q", "--detach", "--no-checkout", folder.toString(), head);
            Git.in(folder).text("read-tree", "HEAD");
        } else {
            Files.createDirectories(folder);
        }
        Path index = index(name);
        Files.deleteIfExists(index);
        Git plain = repository.plain(folder, index);
        plain.text("read-tree", base);
        plain.text("checkout-index", "-q", "-a", "-f");
        SharedFolders.link(repository.root(), folder);
        return new Worktree(name, folder, base);
    }

    private boolean isLinked(String head) throws IOException {
        return repository.isUsers()
                && repository
                        .owner()
                        .ask("rev-parse", "-q", "--verify", head + "^{commit}")
                        .isPresent();
    }

    private Path folder(String name) {
        boolean plain = !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
        if (!plain) {
            throw new IllegalArgumentException("a worktree cannot be named \"" + name + "\"");
        }
        return home.resolve(name);
    }

    private Path lease(String name) {
        return home.resolve(name + LEASE);
    }

    private Path index(String name) {
        return repository.shadow().resolve("worktree-index-" + name);
    }

    /** Gone and made anew with the files of a tree; the folder stays the same one, so that agents know it again. */
    public Worktree renew(String name, String base) throws IOException {
        return renew(name, base, "HEAD");
    }

    /** The same, with another commit checked out than the workspace has. */
    public Worktree renew(String name, String base, String head) throws IOException {
        remove(name);
        return create(name, base, head);
    }

    /** The files of a worktree as they are, as a tree. */
    public String snapshot(Worktree worktree) throws IOException {
        boolean linked = Files.exists(worktree.folder().resolve(".git"));
        return new Snapshots(linked ? repository : repository.asPlain())
                .take(worktree.folder(), index(worktree.name()), List.of());
    }

    /** What was done in a worktree so far. */
    public Collected collect(Worktree worktree) throws IOException {
        Path index = index(worktree.name());
        String tree = snapshot(worktree);
        Git git = repository.plain(worktree.folder(), index);
        byte[] patch = git.bytes(
                new byte[0],
                "diff-tree",
                "-p",
                "-r",
                "--binary",
                "--full-index",
                "--no-renames",
                "--no-ext-diff",
                "--no-textconv",
                worktree.base(),
                tree);
        List<String> changed = Snapshots.split(
                git.bytes(new byte[0], "diff-tree", "-r", "-z", "--name-only", "--no-renames", worktree.base(), tree));
        return new Collected(worktree, tree, new String(patch, StandardCharsets.UTF_8), changed);
    }

    /** Brings what was done in a worktree into the workspace; refused if the same files changed there meanwhile. */
    public List<String> applyBack(Collected collected) throws IOException {
        return checkpoints.write(collected.worktree().base(), collected.tree());
    }

    public void remove(Worktree worktree) throws IOException {
        remove(worktree.name());
    }

    private void remove(String name) throws IOException {
        Path folder = folder(name);
        if (repository.isUsers()) {
            repository.owner().ask("worktree", "remove", "--force", "--force", folder.toString());
        }
        removeAll(folder);
        if (repository.isUsers()) {
            repository.owner().ask("worktree", "prune");
        }
        Files.deleteIfExists(index(name));
        Files.deleteIfExists(lease(name));
    }

    /** Worktrees whose process is gone. */
    public List<Worktree> orphans() throws IOException {
        List<Worktree> orphans = new ArrayList<>();
        if (!Files.isDirectory(home)) {
            return orphans;
        }
        try (DirectoryStream<Path> leases = Files.newDirectoryStream(home, "*" + LEASE)) {
            for (Path file : leases) {
                Lease lease = Lease.read(file);
                String leaseName = String.valueOf(file.getFileName());
                String name = leaseName.substring(0, leaseName.length() - LEASE.length());
                if (!lease.isHeld()) {
                    orphans.add(new Worktree(name, folder(name), lease.base()));
                }
            }
        }
        orphans.sort(Comparator.comparing(Worktree::name));
        return orphans;
    }

    /** Removes them; returns how many there were. */
    public int removeOrphans() throws IOException {
        List<Worktree> orphans = orphans();
        int removed = 0;
        for (Worktree orphan : orphans) {
            // Somebody may have taken it up meanwhile.
            if (!Lease.read(lease(orphan.name())).isHeld()) {
                remove(orphan);
                removed++;
            }
        }
        return removed;
    }

    static void removeAll(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
