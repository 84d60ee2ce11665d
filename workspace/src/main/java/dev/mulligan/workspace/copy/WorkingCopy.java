package dev.mulligan.workspace.copy;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.Companion.How;
import dev.mulligan.workspace.git.GitFailed;
import dev.mulligan.workspace.snapshot.FileStamp;
import dev.mulligan.workspace.snapshot.LiveTree;
import dev.mulligan.workspace.snapshot.Snapshots;
import dev.mulligan.workspace.tree.FileState;
import dev.mulligan.workspace.tree.FolderRemoval;
import dev.mulligan.workspace.tree.Links;
import dev.mulligan.workspace.tree.TreeChange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One copy of a workspace. It belongs to whoever made it, so bringing it to other files asks nobody. */
public final class WorkingCopy implements AutoCloseable {

    private final WorkingCopies copies;
    private final Checkpoints checkpoints;
    private final String name;
    private final Path folder;
    private final String stands;
    private final List<Companion> companions;
    private final List<String> hidden;
    private final LiveTree live;
    private final Map<String, Optional<FileStamp>> lone = new LinkedHashMap<>();
    private String head;
    /** The folder was gone, and what is no part of a tree with it. */
    private boolean unfurnished;

    /** @param stands the commit it stands on; {@code HEAD} for the branch of the workspace */
    WorkingCopy(
            WorkingCopies copies,
            Checkpoints checkpoints,
            String name,
            Path folder,
            String stands,
            Path index,
            List<Companion> companions,
            List<String> hidden)
            throws IOException {
        this.copies = copies;
        this.checkpoints = checkpoints;
        this.name = name;
        this.folder = folder;
        this.stands = stands;
        this.companions = companions;
        this.hidden = hidden;
        this.live = new LiveTree(checkpoints.repository().forCopy(folder), folder, index);
        live.holdIndexed();
        this.head = usersHead();
        for (Companion companion : companions) {
            if (companion.how() == How.COPY && !companion.isFolder()) {
                lone.put(companion.path(), FileStamp.of(folder.resolve(companion.path())));
            }
        }
    }

    public Path folder() {
        return folder;
    }

    /**
     * The files as they are, as a tree. An agent may have removed the git folder, damaged it, or removed the whole copy:
     * that is no reason to lose the files that are there, so git's folder is made anew where it is of no use.
     */
    public String snapshot() throws IOException {
        if (!isWhole()) {
            renewRepository();
        }
        try {
            hide();
            return live.tree();
        } catch (GitFailed failed) {
            if (Thread.currentThread().isInterrupted()
                    || !checkpoints.repository().isUsers()
                    || repository().isRead()) {
                throw failed;
            }
            renewRepository();
            hide();
            return live.tree();
        }
    }

    private boolean isWhole() throws IOException {
        boolean there = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        return there && (!checkpoints.repository().isUsers() || repository().isThere());
    }

    private CopyRepository repository() {
        return new CopyRepository(checkpoints.repository(), folder);
    }

    /**
     * Git in the copy is as it was when the copy was made, whatever an agent left: a lock, a branch, a half-done merge.
     * An agent that starts over must not fail at what the one before it began.
     */
    public void renewRepository() throws IOException {
        // What answers questions about the files may still stand in a folder that is gone.
        live.close();
        boolean gone = !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        if (gone) {
            Files.deleteIfExists(folder);
            copies.makeFolder(folder);
            unfurnished = true;
        }
        if (checkpoints.repository().isUsers()) {
            FolderRemoval.removeAll(folder.resolve(".git"));
            repository().make(stands, hidden);
            head = usersHead();
        }
    }

    /** Makes the files be that tree. Ignored files that an agent changed are as in the workspace again. */
    public void bring(String tree) throws IOException {
        String now = snapshot();
        Set<String> before = live.seen();
        if (!now.equals(tree)) {
            List<TreeChange> changes = checkpoints.diff().between(now, tree, checkpoints.blobs());
            // Removals first: a folder may have to go before a file can take its name.
            for (TreeChange change : changes) {
                if (change.after() instanceof FileState.Absent) {
                    remove(change.path());
                }
            }
            for (TreeChange change : changes) {
                if (!(change.after() instanceof FileState.Absent)) {
                    write(change);
                }
            }
            live.hold(led(before, changes));
            if (!snapshot().equals(tree)) {
                throw new IOException(folder + " could not be brought to the files of " + tree);
            }
        } else {
            live.hold(before);
        }
        if (unfurnished) {
            // Only now: the rules that leave these files out are among the files of the tree.
            copies.furnish(folder, companions);
            unfurnished = false;
        }
        restoreCompanions();
    }

    private static Set<String> led(Set<String> files, List<TreeChange> changes) {
        Set<String> led = new HashSet<>(files);
        for (TreeChange change : changes) {
            if (change.after() instanceof FileState.Absent) {
                led.remove(change.path());
            } else {
                led.add(change.path());
            }
        }
        return led;
    }

    /** Stands on the commit of the workspace again, where the user has committed or switched meanwhile. */
    public void followHead() throws IOException {
        String now = usersHead();
        if (!now.equals(head) && checkpoints.repository().isUsers()) {
            Files.deleteIfExists(folder.resolve(".git/index"));
            repository().make("HEAD", hidden);
            head = now;
        }
    }

    /** Ignored files that came along from the workspace and were changed here. */
    public Set<String> changedCompanions() {
        Set<String> changed = new TreeSet<>();
        lone.forEach((path, stamp) -> {
            if (!FileStamp.of(folder.resolve(path)).equals(stamp)) {
                changed.add(path);
            }
        });
        return changed;
    }

    /** Makes the small ignored files that came along be as they are in the workspace. */
    public void restoreCompanions() throws IOException {
        for (String path : changedCompanions()) {
            if (Snapshots.behindLink(folder, path)) {
                // An agent put a link there: what lies behind it is somebody else's.
                continue;
            }
            Files.deleteIfExists(folder.resolve(path));
            if (Files.exists(checkpoints.repository().root().resolve(path), LinkOption.NOFOLLOW_LINKS)) {
                new FolderCopy(checkpoints.repository().root(), folder).copy(path);
            }
            lone.put(path, FileStamp.of(folder.resolve(path)));
        }
    }

    private void hide() throws IOException {
        if (checkpoints.repository().isUsers()) {
            repository().exclude(hidden);
        }
    }

    /** What the workspace stands on, without asking git: two or three small files say it. */
    private String usersHead() {
        if (!checkpoints.repository().isUsers()) {
            return "";
        }
        Path git = checkpoints.repository().gitFolder();
        String text = text(git.resolve("HEAD"));
        String ref = text.startsWith("ref: ") ? text.substring(5).strip() : "";
        Path common = checkpoints.repository().objects().resolveSibling(ref.isEmpty() ? "HEAD" : ref);
        return text
                + text(common)
                + FileStamp.of(checkpoints.repository().objects().resolveSibling("packed-refs"));
    }

    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException changing) {
            return "";
        }
    }

    private void write(TreeChange change) throws IOException {
        Path target = folder.resolve(change.path());
        Path parent = target.getParent() == null ? folder : target.getParent();
        clear(parent);
        Files.createDirectories(parent);
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            FolderRemoval.removeAll(target);
        }
        // Never through a link that an agent may have put there.
        Files.deleteIfExists(target);
        try (InputStream content = change.content().open()) {
            if (change.after() instanceof FileState.Link) {
                Links.make(target, new String(content.readAllBytes(), StandardCharsets.UTF_8));
                return;
            }
            Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
        }
        if (change.after() instanceof FileState.Regular regular && regular.executable()) {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(target);
            mode.addAll(Set.of(
                    PosixFilePermission.OWNER_EXECUTE,
                    PosixFilePermission.GROUP_EXECUTE,
                    PosixFilePermission.OTHERS_EXECUTE));
            Files.setPosixFilePermissions(target, mode);
        }
    }

    /** A file or link where a folder must be. */
    private void clear(Path parent) throws IOException {
        for (Path at = parent; at != null && !at.equals(folder) && at.startsWith(folder); at = at.getParent()) {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(at);
            }
        }
    }

    private void remove(String path) throws IOException {
        Path target = folder.resolve(path);
        if (Snapshots.behindLink(folder, path) || Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            // Another file already took its place.
            return;
        }
        Files.deleteIfExists(target);
        Path at = target.getParent();
        while (at != null && !at.equals(folder) && at.startsWith(folder)) {
            try {
                Files.deleteIfExists(at);
            } catch (DirectoryNotEmptyException used) {
                return;
            }
            at = at.getParent();
        }
    }

    /** Ends what was started to look at its files quickly; the files stay. */
    @Override
    public void close() {
        live.close();
    }

    /** Removes the copy. */
    public void remove() throws IOException {
        close();
        copies.remove(name);
    }
}
