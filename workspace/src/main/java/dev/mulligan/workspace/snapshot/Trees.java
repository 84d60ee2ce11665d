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
import java.util.Optional;

/** States of files as git trees: compared, merged and kept from being tidied away, without touching any file. */
public final class Trees {
    private static final String REFS = "refs/mulligan/runs/";

    private final Repository repository;
    private final Diffs diffs;

    public Trees(Repository repository, Diffs diffs) {
        this.repository = repository;
        this.diffs = diffs;
    }

    private Git git() {
        return repository.plain(repository.root(), repository.shadow().resolve("index"));
    }

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

    /** Both changes of one base together; empty when they contradict each other. */
    public Optional<String> merge(String base, String ours, String theirs) throws IOException {
        Merge merge = merging(base, ours, theirs);
        return merge.conflicts().isEmpty() ? Optional.of(merge.tree()) : Optional.empty();
    }

    /**
     * Two changes of one base brought together.
     *
     * @param tree of no use where there are conflicts
     * @param conflicts the files both changed in ways that do not fit together
     */
    public record Merge(String tree, List<String> conflicts) {}

    public Merge merging(String base, String ours, String theirs) throws IOException {
        if (ours.equals(base) || ours.equals(theirs)) {
            return new Merge(theirs, List.of());
        }
        if (theirs.equals(base)) {
            return new Merge(ours, List.of());
        }
        String root = commit(base, List.of());
        List<String> parts = Snapshots.split(git().answer(
                        new byte[0],
                        "merge-tree",
                        "--write-tree",
                        "-z",
                        "--name-only",
                        "--no-messages",
                        commit(ours, List.of(root)),
                        commit(theirs, List.of(root))));
        if (parts.isEmpty()) {
            throw new GitFailed("git merge-tree printed nothing");
        }
        return new Merge(
                parts.getFirst(),
                parts.subList(1, parts.size()).stream()
                        .filter(path -> !path.isEmpty())
                        .distinct()
                        .toList());
    }

    /** A tree in which some paths are as in another one; those that are not there are gone. */
    public String replacing(String tree, List<String> paths, String from) throws IOException {
        Path index = Files.createTempFile(repository.shadow(), "mixed-index-", "");
        try {
            Files.delete(index);
            Git mixed = repository.plain(repository.root(), index);
            mixed.text("read-tree", tree);
            StringBuilder lines = new StringBuilder();
            for (String path : paths) {
                String entry = mixed.text("ls-tree", "-z", from, "--", path);
                int tab = entry.indexOf('\t');
                lines.append(
                        tab < 0
                                ? "0 " + "0".repeat(repository.digits()) + "\t" + path + "\0"
                                : entry.substring(0, tab).replace(" blob ", " ") + " 0\t" + path + "\0");
            }
            mixed.bytes(lines.toString().getBytes(StandardCharsets.UTF_8), "update-index", "-z", "--index-info");
            return mixed.text("write-tree");
        } finally {
            Files.deleteIfExists(index);
        }
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

    /** Keeps a tree from being tidied away, under a name that may have slashes. Gives the commit that holds it. */
    public String keep(String name, String tree) throws IOException {
        String commit = commit(tree, List.of());
        repository.owner().text("update-ref", REFS + name, commit);
        return commit;
    }
}
