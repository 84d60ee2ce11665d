package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** States of files as git trees: compared, merged and kept from being tidied away, without touching any file. */
public final class Trees {
    private static final String REFS = "refs/mulligan/runs/";

    private final Repository repository;
    private final Diffs diffs;

    Trees(Repository repository, Diffs diffs) {
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
        if (ours.equals(base) || ours.equals(theirs)) {
            return Optional.of(theirs);
        }
        if (theirs.equals(base)) {
            return Optional.of(ours);
        }
        String root = commit(base, List.of());
        return git().ask("merge-tree", "--write-tree", commit(ours, List.of(root)), commit(theirs, List.of(root)))
                .map(out -> out.lines().findFirst().orElse("").strip())
                .filter(tree -> !tree.isEmpty());
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
