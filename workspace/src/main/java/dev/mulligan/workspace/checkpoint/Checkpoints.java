package dev.mulligan.workspace.checkpoint;

import dev.mulligan.workspace.git.Blobs;
import dev.mulligan.workspace.git.Diffs;
import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.LooseObjects;
import dev.mulligan.workspace.git.RefUpdates;
import dev.mulligan.workspace.git.Repository;
import dev.mulligan.workspace.snapshot.EarlierRules;
import dev.mulligan.workspace.snapshot.GitTrees;
import dev.mulligan.workspace.snapshot.LiveTree;
import dev.mulligan.workspace.snapshot.Snapshots;
import dev.mulligan.workspace.snapshot.TreeDiff;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.FileState;
import dev.mulligan.workspace.tree.TreeChange;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * Saves the state of a workspace and brings it back, without touching anything of the user's.
 *
 * <p>Untracked files are saved too; ignored ones are neither saved nor removed. A restore first saves what it replaces,
 * so every restore can be undone.
 */
public final class Checkpoints implements AutoCloseable {
    private static final String REFS = "refs/mulligan/checkpoints/";
    private static final String KEPT = "as it was before ";
    private static final int MOST_KEPT = 200;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Repository repository;
    private final TreeWriter writer;
    private final InstantSource clock;
    private final CheckpointText text;
    private final LiveTree live;
    private final Diffs diffs;
    private final Diffs rawDiffs;
    private final Blobs blobs;
    private final LooseObjects objects;
    private final EarlierRules rules;
    private final RefUpdates refs;
    private String kept = "";

    private Checkpoints(Repository repository, TreeWriter writer, InstantSource clock) {
        this.repository = repository;
        this.writer = writer;
        this.clock = clock;
        this.text = new CheckpointText(repository.root());
        this.live = new LiveTree(repository, repository.root(), index());
        Git plain = repository.plain(repository.root(), index());
        this.diffs = Diffs.withPatch(plain);
        this.rawDiffs = Diffs.raw(plain);
        this.objects = new LooseObjects(repository.objects(), repository.digits());
        this.blobs = new Blobs(plain, objects);
        this.rules = new EarlierRules(repository, index(), blobs);
        this.refs = new RefUpdates(repository.owner());
    }

    /**
     * The checkpoints of one workspace.
     *
     * @param area a folder of our own
     * @param git the user's git folder, if the workspace is a repository
     */
    public static Checkpoints open(Path root, Path area, Optional<Path> git, TreeWriter writer, InstantSource clock)
            throws IOException {
        return new Checkpoints(Repository.open(root, area, git), writer, clock);
    }

    public Repository repository() {
        return repository;
    }

    /** Saves the workspace as it is. */
    public Checkpoint create(String label) throws IOException {
        return create(label, false, List.of());
    }

    private Checkpoint create(String label, boolean automatic, List<String> also) throws IOException {
        Path root = repository.root();
        String head = head();
        String tree = new Snapshots(repository).take(root, index(), also);
        Instant now = clock.instant();
        Git git = repository.plain(root, index()).asMulligan(now);
        byte[] message = text.write(label, now, head, automatic).getBytes(StandardCharsets.UTF_8);
        String commit = new String(git.bytes(message, "commit-tree", tree), StandardCharsets.UTF_8).strip();
        String id = id(now, commit);
        repository.owner().text("update-ref", REFS + id, commit);
        return new Checkpoint(id, label, now, commit, tree, head, automatic);
    }

    /**
     * Saves a state of the files that was just seen, before somebody else works on them. Empty when nothing of it could
     * get lost: it is committed, or it was saved before.
     */
    public synchronized Optional<Checkpoint> keep(String tree, String what) throws IOException {
        live.hold(live.files());
        if (tree.equals(kept)) {
            return Optional.empty();
        }
        String committed = repository.isUsers()
                ? repository
                        .owner()
                        .ask("rev-parse", "-q", "--verify", "HEAD^{tree}")
                        .orElse("")
                : "";
        if (kept.isEmpty()) {
            dropOldKept();
        }
        if (tree.equals(committed)) {
            kept = tree;
            return Optional.empty();
        }
        Instant now = clock.instant();
        String head = head();
        String label = KEPT + what;
        String who = "Mulligan <mulligan@localhost> " + now.getEpochSecond() + " +0000\n";
        String commit = objects.write(
                "commit",
                ("tree " + tree + "\nauthor " + who + "committer " + who + "\n" + text.write(label, now, head, false))
                        .getBytes(StandardCharsets.UTF_8));
        String id = id(now, commit);
        refs.set(REFS + id, commit);
        // Not before: what could not be saved is tried again, and nobody works on it meanwhile.
        kept = tree;
        return Optional.of(new Checkpoint(id, label, now, commit, tree, head, false));
    }

    private static String id(Instant now, String commit) {
        return STAMP.format(now) + "-" + commit.substring(0, 8);
    }

    /** Nobody asked for them, so they do not pile up for ever. */
    private void dropOldKept() throws IOException {
        List<Checkpoint> own = list().stream()
                .filter(checkpoint -> checkpoint.label().startsWith(KEPT))
                .toList();
        for (Checkpoint old : own.subList(0, Math.max(0, own.size() - MOST_KEPT))) {
            repository.owner().text("update-ref", "-d", REFS + old.id(), old.commit());
        }
    }

    /** The files as they are, as a tree. Nothing is recorded. */
    public String snapshot() throws IOException {
        return live.tree();
    }

    /** The same, with the named files even where they are ignored. */
    public String snapshot(Collection<String> also) throws IOException {
        if (also.isEmpty()) {
            return live.tree();
        }
        Set<String> wanted = new LinkedHashSet<>(live.files());
        wanted.addAll(also);
        return new Snapshots(repository).take(repository.root(), index(), List.copyOf(wanted));
    }

    /** States of files as git trees. */
    public Trees trees() {
        return new GitTrees(repository, diffs);
    }

    /**
     * Makes the files be a tree that was taken earlier, after saving what is there now. Nothing is written when they are
     * that tree already.
     *
     * @return the paths that changed
     */
    public List<String> bring(String tree, String label) throws IOException {
        List<String> also = paths(tree);
        String now = new Snapshots(repository).take(repository.root(), index(), also);
        if (now.equals(tree)) {
            return List.of();
        }
        create(label, true, also);
        return write(now, tree);
    }

    @Override
    public void close() {
        diffs.close();
        rawDiffs.close();
        blobs.close();
        refs.close();
        live.close();
    }

    private Path index() {
        return repository.shadow().resolve("index");
    }

    /** The checkpoints of this workspace, oldest first. */
    public List<Checkpoint> list() throws IOException {
        String format = "%(refname)%00%(objectname)%00%(tree)%00%(contents)%00%00";
        byte[] out = repository.owner().bytes(new byte[0], "for-each-ref", "--format=" + format, REFS);
        List<Checkpoint> checkpoints = new ArrayList<>();
        List<String> parts = Snapshots.split(out);
        for (int i = 0; i + 3 < parts.size(); i += 5) {
            String id = parts.get(i).strip().substring(REFS.length());
            text.read(id, parts.get(i + 1), parts.get(i + 2), parts.get(i + 3)).ifPresent(checkpoints::add);
        }
        checkpoints.sort(Comparator.comparing(Checkpoint::time).thenComparing(Checkpoint::id));
        return checkpoints;
    }

    public Checkpoint get(String id) throws IOException {
        return list().stream()
                .filter(checkpoint -> checkpoint.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("there is no checkpoint " + id + " of this workspace"));
    }

    /** What a restore would change, by path. */
    public List<String> preview(String id) throws IOException {
        Checkpoint target = get(id);
        String now = new Snapshots(repository).take(repository.root(), index(), paths(target));
        return List.copyOf(diff().paths(now, target.tree()));
    }

    /** Brings a checkpoint back, after saving what is there now. */
    public Restored restore(String id) throws IOException {
        Checkpoint target = get(id);
        String head = head();
        if (!head.equals(target.head())) {
            throw new HeadMoved(target, head);
        }
        Checkpoint before = create("before restoring " + target.id(), true, paths(target));
        return new Restored(target, before, write(before.tree(), target.tree()));
    }

    /** Makes the workspace, which is at one tree, into another. */
    List<String> write(String from, String to) throws IOException {
        List<TreeChange> changes = withoutIgnored(diff().between(from, to, blobs), to, List.of());
        if (!changes.isEmpty()) {
            writer.write(changes);
        }
        live.hold(paths(to));
        return changes.stream().map(TreeChange::path).toList();
    }

    /**
     * Files that were ignored when the tree was taken are not in it, and may have been there all the same.
     *
     * @param also those that were looked at although they are ignored
     */
    private List<TreeChange> withoutIgnored(List<TreeChange> changes, String to, Collection<String> also)
            throws IOException {
        List<String> removed = changes.stream()
                .filter(change -> change.after() instanceof FileState.Absent)
                .map(TreeChange::path)
                .toList();
        if (removed.isEmpty()) {
            return changes;
        }
        Set<String> ignored = rules.ignored(to, removed);
        ignored.removeAll(Set.copyOf(also));
        return changes.stream()
                .filter(change -> !(change.after() instanceof FileState.Absent && ignored.contains(change.path())))
                .toList();
    }

    /**
     * Brings a verified result into the workspace.
     *
     * @param from the files as they were last seen; nothing is written, and a {@code TreeConflict} says so, where one of
     *     those that change has been changed since
     * @param last made when everything is prepared and no file has been touched
     * @return the paths that changed
     */
    public <E extends Exception> List<String> land(String from, String to, TreeWriter.LastCheck<E> last)
            throws IOException, E {
        List<TreeChange> changes = new ArrayList<>();
        for (TreeChange change : diff().between(from, to, blobs)) {
            // An ignored file may be there already, with the very content that a result begins to track.
            if (!writer.isDone(change)) {
                changes.add(change);
            }
        }
        if (changes.isEmpty()) {
            last.run();
        } else {
            writer.write(changes, last);
        }
        return changes.stream().map(TreeChange::path).toList();
    }

    /** What the workspace is on, as git's own file says it; empty for a plain folder. */
    public String branch() {
        try {
            Path head = repository.gitFolder().resolve("HEAD");
            return repository.isUsers() && Files.isRegularFile(head)
                    ? Files.readString(head).strip()
                    : "";
        } catch (IOException changing) {
            return "";
        }
    }

    /** What was taken back and what was left alone. {@code tree}: the files as they are now */
    public record TakenBack(String tree, List<String> files, List<String> kept, Optional<Checkpoint> undo) {}

    /**
     * Takes back what changed between two looks at the workspace. A file that somebody has changed since the second look
     * stays as it is, and everything is saved first.
     *
     * @param to the first look
     * @param left the second
     */
    public TakenBack takeBack(String to, String left, String label) throws IOException {
        return takeBack(to, left, label, List.of());
    }

    /** The same, with files that are looked at even where they are ignored. */
    public TakenBack takeBack(String to, String left, String label, Collection<String> also) throws IOException {
        if (left.equals(to)) {
            // Most often: nothing was left, and a look at what git ignores by now would cost more than the whole step.
            return new TakenBack(snapshot(also), List.of(), List.of(), Optional.empty());
        }
        Set<String> watched = new LinkedHashSet<>(also);
        watched.addAll(paths(to));
        String now = snapshot(watched);
        Set<String> touched = diff().paths(left, to);
        Set<String> since = diff().paths(left, now);
        List<TreeChange> changes = withoutIgnored(
                diff().between(now, to, blobs).stream()
                        .filter(change -> touched.contains(change.path()) && !since.contains(change.path()))
                        .toList(),
                to,
                also);
        Set<String> still = diff().paths(now, to);
        List<String> kept = since.stream()
                .filter(path -> touched.contains(path) && still.contains(path))
                .toList();
        if (changes.isEmpty()) {
            return new TakenBack(now, List.of(), kept, Optional.empty());
        }
        Checkpoint undo = create(label, true, List.copyOf(watched));
        writer.write(changes);
        live.hold(paths(to));
        return new TakenBack(
                snapshot(also), changes.stream().map(TreeChange::path).toList(), kept, Optional.of(undo));
    }

    public Blobs blobs() {
        return blobs;
    }

    /** Takes the last restore back. Doing it twice restores again. */
    public Restored undo() throws IOException {
        List<Checkpoint> all = list();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).automatic()) {
                return restore(all.get(i).id());
            }
        }
        throw new NoSuchElementException("nothing was restored in this workspace, so there is nothing to undo");
    }

    /** Forgets a checkpoint; its files stay until git next tidies up. */
    public void drop(String id) throws IOException {
        Checkpoint checkpoint = get(id);
        repository.owner().text("update-ref", "-d", REFS + checkpoint.id(), checkpoint.commit());
    }

    public TreeDiff diff() {
        return new TreeDiff(repository.plain(repository.root(), index()), rawDiffs);
    }

    private List<String> paths(Checkpoint checkpoint) throws IOException {
        return paths(checkpoint.tree());
    }

    private List<String> paths(String tree) throws IOException {
        Git git = repository.plain(repository.root(), index());
        return Snapshots.split(git.bytes(new byte[0], "ls-tree", "-r", "-z", "--name-only", tree));
    }

    /** Branch and commit, for a repository; always the same for a plain folder. */
    private String head() throws IOException {
        if (!repository.isUsers()) {
            return "none";
        }
        Git git = repository.owner();
        String commit = git.ask("rev-parse", "-q", "--verify", "HEAD^{commit}").orElse("no commit");
        return commit + " " + git.ask("symbolic-ref", "-q", "HEAD").orElse("(detached)");
    }

    /** Files that differ from the last commit; none where there is no commit. */
    public List<String> changedSinceCommit() throws IOException {
        Optional<String> committed = repository.isUsers()
                ? repository.owner().ask("rev-parse", "-q", "--verify", "HEAD^{tree}")
                : Optional.empty();
        return committed.isEmpty()
                ? List.of()
                : trees().between(committed.get(), snapshot()).files();
    }
}
