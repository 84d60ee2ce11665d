package dev.mulligan.workspace.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Which files of a work tree are part of it. Git is asked again only after a folder or a rule about ignored files has
 * changed: a file cannot appear, go or be renamed without its folder's stamp changing. A rule outside of the workspace
 * (the user's global one) that changes meanwhile counts from the next such change on.
 */
final class Listing {
    private final Git git;
    private final Path workTree;
    private final Collection<Path> rules;
    private final Map<Path, Optional<FileStamp>> watched = new HashMap<>();
    private boolean settled;
    private Set<String> files = Set.of();

    /**
     * @param git as the owner of the work tree
     * @param rules files outside of the work tree that say what is part of it
     */
    Listing(Git git, Path workTree, Collection<Path> rules) {
        this.git = git;
        this.workTree = workTree;
        this.rules = rules;
    }

    /** Relative to the work tree. */
    Set<String> files(Snapshots snapshots) throws IOException {
        if (settled
                && watched.entrySet().stream().allMatch(seen -> seen.getValue().equals(FileStamp.of(seen.getKey())))) {
            return files;
        }
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        Map<Path, Optional<FileStamp>> fresh = new HashMap<>();
        rules.forEach(rule -> fresh.put(rule, FileStamp.of(rule)));
        // Stamps first, then the question: what happens in between shows as a changed stamp next time.
        watched.keySet().forEach(path -> fresh.put(path, FileStamp.of(path)));
        Set<String> found = new LinkedHashSet<>(snapshots.listed(workTree));
        boolean complete = watch(folders(found), fresh);
        watched.clear();
        watched.putAll(fresh);
        settled = complete
                && fresh.values().stream()
                        .allMatch(stamp -> stamp.isEmpty() || stamp.get().wasSettledAt(now));
        files = found;
        return found;
    }

    private Set<Path> folders(Set<String> found) {
        Set<Path> folders = new HashSet<>();
        folders.add(workTree);
        for (String path : found) {
            for (Path up = workTree.resolve(path).getParent();
                    up != null && folders.add(up) && !up.equals(workTree);
                    up = up.getParent()) {
                // Each folder up to the first that is known.
            }
        }
        return folders;
    }

    /** Whether every folder in which a file of the work tree could appear was watched before git was asked. */
    private boolean watch(Set<Path> known, Map<Path, Optional<FileStamp>> fresh) throws IOException {
        Set<Path> wanted = new HashSet<>(known);
        Deque<Path> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            Set<Path> quiet = new LinkedHashSet<>();
            while (!open.isEmpty()) {
                quiet.addAll(inner(open.poll(), wanted));
            }
            quiet.removeAll(ignored(quiet));
            wanted.addAll(quiet);
            open.addAll(quiet);
        }
        boolean complete = true;
        fresh.keySet()
                .removeIf(path -> !rules.contains(path)
                        && !wanted.contains(path)
                        && !(isRule(path) && wanted.contains(path.getParent())));
        for (Path folder : wanted) {
            for (Path path : List.of(folder, folder.resolve(".gitignore"))) {
                complete = complete && fresh.containsKey(path);
                fresh.putIfAbsent(path, FileStamp.of(path));
            }
        }
        return complete;
    }

    private static boolean isRule(Path path) {
        return path.endsWith(".gitignore");
    }

    private Set<Path> inner(Path folder, Set<Path> wanted) throws IOException {
        Set<Path> quiet = new LinkedHashSet<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                boolean own = child.endsWith(".git") || child.equals(workTree.resolve(".mulligan"));
                if (!own
                        && !wanted.contains(child)
                        && Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)
                        && Files.notExists(child.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                    quiet.add(child);
                }
            }
        }
        return quiet;
    }

    private Set<Path> ignored(Set<Path> folders) throws IOException {
        if (folders.isEmpty()) {
            return Set.of();
        }
        ByteArrayOutputStream paths = new ByteArrayOutputStream();
        for (Path folder : folders) {
            paths.writeBytes(("./" + workTree.relativize(folder) + "/\0").getBytes(StandardCharsets.UTF_8));
        }
        Set<Path> ignored = new HashSet<>();
        for (String path : Snapshots.split(git.answer(paths.toByteArray(), "check-ignore", "-z", "--stdin"))) {
            ignored.add(workTree.resolve(path).normalize());
        }
        return ignored;
    }
}
