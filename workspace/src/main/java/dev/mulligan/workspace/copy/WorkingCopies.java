package dev.mulligan.workspace.copy;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.Companion.How;
import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.Repository;
import dev.mulligan.workspace.state.CacheFolder;
import dev.mulligan.workspace.tree.FolderRemoval;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Copies of a workspace in which agents work: what they do there reaches the workspace only when it is brought there.
 *
 * <p>A copy holds the files of a tree, uncommitted changes included, the ignored files that make it feel like the
 * workspace, and for a repository a git folder of its own.
 */
public final class WorkingCopies {
    private static final String LEASE = ".lease";

    private final Checkpoints checkpoints;
    private final Repository repository;
    private final Path home;

    /** @param home the folder the copies are made in */
    public WorkingCopies(Checkpoints checkpoints, Path home) {
        this.checkpoints = checkpoints;
        this.repository = checkpoints.repository();
        this.home = home;
    }

    /** What a copy will have beyond the files that git cares about. */
    public List<Companion> companions(CopyRules rules) throws IOException {
        return Companions.of(repository, rules);
    }

    /** A new copy with the workspace as it is now. */
    public WorkingCopy create(String name, CopyRules rules) throws IOException {
        return renew(name, checkpoints.snapshot(), "HEAD", rules);
    }

    /**
     * Gone and made anew; the folder stays the same one, so that agents know it again.
     *
     * @param name may have letters, digits, dot, dash and underscore
     * @param tree the files it starts with
     * @param head the commit it stands on; {@code HEAD} for the branch of the workspace
     */
    public WorkingCopy renew(String name, String tree, String head, CopyRules rules) throws IOException {
        remove(name);
        Path folder = folder(name);
        CacheFolder.make(home);
        CopyLease.own(tree).write(lease(name));
        makeFolder(folder);
        List<Companion> companions = companions(rules);
        List<String> hidden = companions.stream()
                .filter(companion -> companion.how() == How.LINK || companion.isRepository())
                .map(Companion::path)
                .toList();
        if (repository.isUsers()) {
            new CopyRepository(repository, folder).make(head, hidden);
        }
        Path index = index(name);
        Git plain = repository.plain(folder, index);
        plain.text("read-tree", tree);
        plain.text("checkout-index", "-q", "-a", "-f");
        furnish(folder, companions);
        return new WorkingCopy(this, checkpoints, name, folder, head, index, companions, hidden);
    }

    void makeFolder(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Brings what is no part of the tree into the folder of a copy. */
    void furnish(Path folder, List<Companion> companions) throws IOException {
        FolderCopy copy = new FolderCopy(repository.root(), folder);
        for (Companion companion : companions) {
            switch (companion.how()) {
                case COPY -> copy.copy(companion.path());
                case LINK -> copy.link(companion.path());
                case LEAVE -> {}
            }
        }
    }

    private Path folder(String name) {
        boolean plain = !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
        if (!plain) {
            throw new IllegalArgumentException("a working copy cannot be named \"" + name + "\"");
        }
        return home.resolve(name);
    }

    private Path lease(String name) {
        return home.resolve(name + LEASE);
    }

    private Path index(String name) {
        return repository.shadow().resolve("copy-index-" + name);
    }

    void remove(String name) throws IOException {
        FolderRemoval.removeAll(folder(name));
        Files.deleteIfExists(index(name));
        Files.deleteIfExists(lease(name));
        try {
            Files.deleteIfExists(home);
        } catch (DirectoryNotEmptyException others) {
            // Other copies are there.
        }
    }

    /** Names of copies whose process is gone. */
    public List<String> orphans() throws IOException {
        List<String> orphans = new ArrayList<>();
        if (!Files.isDirectory(home)) {
            return orphans;
        }
        try (DirectoryStream<Path> leases = Files.newDirectoryStream(home, "*" + LEASE)) {
            for (Path file : leases) {
                String leaseName = String.valueOf(file.getFileName());
                if (!CopyLease.read(file).isHeld()) {
                    orphans.add(leaseName.substring(0, leaseName.length() - LEASE.length()));
                }
            }
        }
        Collections.sort(orphans);
        return orphans;
    }

    /** Removes them; returns how many there were. */
    public int removeOrphans() throws IOException {
        int removed = 0;
        for (String orphan : orphans()) {
            // Somebody may have taken it up meanwhile.
            if (!CopyLease.read(lease(orphan)).isHeld()) {
                remove(orphan);
                removed++;
            }
        }
        return removed;
    }
}
