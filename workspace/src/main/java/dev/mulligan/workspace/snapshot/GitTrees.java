package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.Diffs;
import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.GitFailed;
import dev.mulligan.workspace.git.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Trees of a git repository. */
public final class GitTrees implements Trees {
    private static final String REFS = "refs/mulligan/runs/";

    private final Repository repository;
    private final Diffs diffs;

    public GitTrees(Repository repository, Diffs diffs) {
        this.repository = repository;
        this.diffs = diffs;
    }

    private Git git() {
        return repository.plain(repository.root(), repository.shadow().resolve("index"));
    }

    @Override
    public TreePatch between(String from, String to) throws IOException {
        if (from.equals(to)) {
            return new TreePatch("", List.of(), 0);
        }
        String answer = diffs.between(from, to);
        int blank = answer.indexOf("\n\n");
        String raw = blank < 0 ? answer : answer.substring(0, blank);
        return TreePatch.of(blank < 0 ? "" : answer.substring(blank + 2), names(raw, from, to));
    }

    private List<String> names(String raw, String from, String to) throws IOException {
        List<String> names =
                raw.lines().map(line -> line.substring(line.indexOf('\t') + 1)).toList();
        return names.stream().noneMatch(name -> name.startsWith("\""))
                ? names
                : Snapshots.split(
                        git().bytes(new byte[0], "diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to));
    }

    @Override
    public Merge merging(String base, String ours, String theirs) throws IOException {
        if (ours.equals(base) || ours.equals(theirs)) {
            return new Merge(theirs, List.of());
        }
        if (theirs.equals(base)) {
            return new Merge(ours, List.of());
        }
        String root = commit(base, List.of());
        String first = commit(ours, List.of(root));
        String second = commit(theirs, List.of(root));
        List<String> parts = Snapshots.split(git().answer(
                        new byte[0],
                        "merge-tree",
                        "--write-tree",
                        "-z",
                        "--name-only",
                        "--no-messages",
                        first,
                        second));
        if (parts.isEmpty()) {
            throw new GitFailed("git merge-tree printed nothing");
        }
        List<String> names = parts.subList(1, parts.size()).stream()
                .filter(path -> !path.isEmpty())
                .toList();
        List<String> madeUp = names.stream()
                .filter(name -> !asWritten(name, first, second).equals(name))
                .toList();
        return new Merge(
                madeUp.isEmpty() ? parts.getFirst() : replacing(parts.getFirst(), madeUp, ours),
                names.stream()
                        .map(name -> asWritten(name, first, second))
                        .distinct()
                        .toList());
    }

    /** Where a file meets a folder, git puts the file aside under its name, a tilde and the commit it is from. */
    private static String asWritten(String name, String first, String second) {
        int aside = Math.max(name.lastIndexOf("~" + first), name.lastIndexOf("~" + second));
        return aside > 0 ? name.substring(0, aside) : name;
    }

    @Override
    public String replacing(String tree, List<String> paths, String from) throws IOException {
        Path index = Files.createTempFile(repository.shadow(), "mixed-index-", "");
        try {
            Files.delete(index);
            Git mixed = repository.plain(repository.root(), index);
            mixed.text("read-tree", tree);
            // First all that stands at these paths goes, then what the other tree has comes: either may be a folder.
            StringBuilder gone = new StringBuilder();
            StringBuilder come = new StringBuilder();
            for (String path : paths) {
                for (String entry : entries(mixed, tree, path)) {
                    gone.append("0 ")
                            .append("0".repeat(repository.digits()))
                            .append(entry, entry.indexOf('\t'), entry.length())
                            .append('\0');
                }
                for (String entry : entries(mixed, from, path)) {
                    String[] words = entry.substring(0, entry.indexOf('\t')).split(" ", 3);
                    come.append(words[0])
                            .append(' ')
                            .append(words[2])
                            .append(" 0")
                            .append(entry, entry.indexOf('\t'), entry.length())
                            .append('\0');
                }
            }
            mixed.bytes(
                    gone.append(come).toString().getBytes(StandardCharsets.UTF_8),
                    "update-index",
                    "-z",
                    "--index-info");
            return mixed.text("write-tree");
        } finally {
            Files.deleteIfExists(index);
        }
    }

    /** The files at a path of a tree, or below it: mode, type and object, a tab, the path. */
    private static List<String> entries(Git git, String tree, String path) throws IOException {
        return Snapshots.split(git.bytes(new byte[0], "ls-tree", "-r", "-z", "--full-tree", tree, "--", path));
    }

    private String commit(String tree, List<String> parents) throws IOException {
        List<String> command = new ArrayList<>(List.of("commit-tree", tree));
        parents.forEach(parent -> command.addAll(List.of("-p", parent)));
        return new String(
                        git().asMulligan(Instant.EPOCH)
                                .bytes("mulligan\n".getBytes(StandardCharsets.UTF_8), command.toArray(String[]::new)),
                        StandardCharsets.UTF_8)
                .strip();
    }

    @Override
    public String keep(String name, String tree) throws IOException {
        String commit = commit(tree, List.of());
        repository.owner().text("update-ref", REFS + name, commit);
        return commit;
    }
}
