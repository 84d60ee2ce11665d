package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.IgnoreRules;
import dev.mulligan.workspace.snapshot.FolderLook.Kind;
import dev.mulligan.workspace.state.OwnFolders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Which files of a work tree are part of it. Git lists them all at first and after a rule about ignored files, the index
 * or a whole folder has changed; of a few new files it is asked one by one whether it ignores them, see {@link
 * NewNames}. A file cannot appear, go or be renamed without its folder's stamp changing. A rule outside of the workspace
 * (the user's global one) that changes meanwhile counts from the next full list on.
 *
 * <p>Files that are held stay part of it while they are there: a rule that somebody adds makes git overlook a file, and
 * whoever compares the two lists would take it for deleted.
 */
final class FileListing implements AutoCloseable {
    static final String RULES = ".gitignore";

    private final Git git;
    private final Path workTree;
    private final Collection<Path> rules;
    private final IgnoreRules ignoring;
    private final Map<Path, FolderLook> folders = new HashMap<>();
    private final Map<Path, Optional<FileStamp>> ruled = new HashMap<>();
    private boolean complete;
    private Set<String> files = new LinkedHashSet<>();
    private Set<String> held = Set.of();
    private Set<Path> submodules = Set.of();

    /**
     * @param git as the owner of the work tree
     * @param rules files outside of the work tree that say what is part of it
     */
    FileListing(Git git, Path workTree, Collection<Path> rules) {
        this.git = git;
        this.workTree = workTree;
        this.rules = rules;
        this.ignoring = new IgnoreRules(git);
    }

    /** Relative to the work tree. */
    Set<String> files(Snapshots snapshots) throws IOException {
        boolean sameRules = complete
                && ruled.entrySet().stream().allMatch(seen -> seen.getValue().equals(FileStamp.of(seen.getKey())));
        if (sameRules) {
            NewNames names = new NewNames(workTree, ignoring);
            if (names.follow(folders)) {
                folders.putAll(names.looks());
                names.change(files);
                addHeld(files);
                return files;
            }
        }
        return listed(snapshots);
    }

    /** What is part of it from now on as long as it is there, whatever the rules come to say. */
    void hold(Collection<String> paths) {
        held = Set.copyOf(paths);
        complete = complete && files.containsAll(held);
    }

    /** The files of the last look; none before the first. */
    Set<String> seen() {
        return Set.copyOf(files);
    }

    private void addHeld(Set<String> found) {
        for (String path : held) {
            if (!found.contains(path) && Snapshots.isPart(workTree, path)) {
                found.add(path);
            }
        }
    }

    private Set<String> listed(Snapshots snapshots) throws IOException {
        complete = false;
        ignoring.close();
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        // Looks first, then the question: what happens in between shows as a change next time.
        Set<Path> known = new HashSet<>(folders.keySet());
        folders.clear();
        known.forEach(folder -> FolderLook.at(folder).ifPresent(look -> folders.put(folder, look)));
        Set<Path> ruling = new HashSet<>(ruled.keySet());
        ruling.addAll(rules);
        ruled.clear();
        ruling.forEach(rule -> ruled.put(rule, FileStamp.of(rule)));
        Snapshots.Listed listed = snapshots.listed(workTree);
        submodules = listed.submodules().stream().map(workTree::resolve).collect(Collectors.toUnmodifiableSet());
        Set<String> found = new LinkedHashSet<>(listed.files());
        addHeld(found);
        boolean all = watch(parents(found));
        complete = all
                && ruled.values().stream()
                        .allMatch(stamp -> stamp.isEmpty() || stamp.get().wasSettledAt(now));
        files = found;
        return found;
    }

    private Set<Path> parents(Set<String> found) {
        Set<Path> parents = new HashSet<>();
        parents.add(workTree);
        for (String path : found) {
            for (Path up = workTree.resolve(path).getParent();
                    up != null && parents.add(up) && !up.equals(workTree);
                    up = up.getParent()) {
                // Each folder up to the first that is known.
            }
        }
        return parents;
    }

    /** Whether every folder in which a file of the work tree could appear was looked at before git was asked. */
    private boolean watch(Set<Path> known) throws IOException {
        boolean all = true;
        Set<Path> wanted = new HashSet<>(known);
        Deque<Path> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            Set<Path> quiet = new LinkedHashSet<>();
            while (!open.isEmpty()) {
                Path folder = open.poll();
                all = all && folders.containsKey(folder);
                inner(folder).stream().filter(child -> !wanted.contains(child)).forEach(quiet::add);
            }
            quiet.removeAll(ignored(quiet));
            wanted.addAll(quiet);
            open.addAll(quiet);
        }
        folders.keySet().retainAll(wanted);
        Set<Path> ruling = new HashSet<>(rules);
        folders.forEach((folder, look) -> {
            if (look.names().containsKey(RULES)) {
                ruling.add(folder.resolve(RULES));
            }
        });
        all = all && ruled.keySet().containsAll(ruling);
        ruled.keySet().retainAll(ruling);
        ruling.forEach(rule -> ruled.computeIfAbsent(rule, FileStamp::of));
        return all;
    }

    private Set<Path> inner(Path folder) {
        FolderLook look = folders.get(folder);
        if (look == null) {
            Optional<FolderLook> late = FolderLook.at(folder);
            if (late.isEmpty()) {
                return Set.of();
            }
            look = late.get();
            folders.put(folder, look);
        }
        Set<Path> inner = new LinkedHashSet<>();
        look.names().forEach((name, kind) -> {
            Path child = folder.resolve(name);
            // Git says nothing about what is in a submodule, and ends when it is asked.
            if (kind == Kind.FOLDER && !submodules.contains(child) && !isOwn(workTree, folder, name)) {
                inner.add(child);
            }
        });
        return inner;
    }

    /** Git's own folder, or ours. */
    static boolean isOwn(Path workTree, Path folder, String name) {
        return name.equals(".git")
                || (name.equals(".mulligan") && folder.equals(workTree))
                || OwnFolders.hold(workTree, folder.resolve(name));
    }

    private Set<Path> ignored(Set<Path> quiet) throws IOException {
        if (quiet.isEmpty()) {
            return Set.of();
        }
        ByteArrayOutputStream paths = new ByteArrayOutputStream();
        for (Path folder : quiet) {
            paths.writeBytes(("./" + workTree.relativize(folder) + "/\0").getBytes(StandardCharsets.UTF_8));
        }
        Set<Path> ignored = new HashSet<>();
        for (String path : Snapshots.split(git.answer(paths.toByteArray(), "check-ignore", "-z", "--stdin"))) {
            ignored.add(workTree.resolve(path).normalize());
        }
        return ignored;
    }

    @Override
    public void close() {
        ignoring.close();
    }
}
