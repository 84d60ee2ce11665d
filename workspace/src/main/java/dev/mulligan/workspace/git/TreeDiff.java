package dev.mulligan.workspace.git;

import dev.mulligan.workspace.tree.FileState;
import dev.mulligan.workspace.tree.Fingerprint;
import dev.mulligan.workspace.tree.TreeChange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The changes that lead from one tree object to another. */
final class TreeDiff {
    private final Git git;

    TreeDiff(Git git) {
        this.git = git;
    }

    /** @param blobs where the contents come from; it must stay open until the changes are written */
    List<TreeChange> between(String from, String to, Blobs blobs) throws IOException {
        byte[] out = git.bytes(new byte[0], "diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", from, to);
        List<String> parts = Snapshots.split(out);
        List<TreeChange> changes = new ArrayList<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            String[] raw = parts.get(i).split(" ", -1);
            if (raw.length < 5) {
                throw new GitFailed("git diff-tree printed something unexpected: " + parts.get(i));
            }
            String blob = raw[3];
            FileState before = state(raw[0].substring(1), raw[2]);
            FileState after = state(raw[1], blob);
            TreeChange.Content content = () -> new ByteArrayInputStream(blobs.read(blob));
            boolean gone = after instanceof FileState.Absent;
            changes.add(new TreeChange(parts.get(i + 1), before, after, gone ? TreeChange.NO_CONTENT : content, true));
        }
        return changes;
    }

    private static FileState state(String mode, String blob) throws GitFailed {
        Fingerprint print = new Fingerprint(Fingerprint.Algorithm.ofDigits(blob.length()), blob);
        return switch (mode) {
            case "000000" -> FileState.ABSENT;
            case "100644" -> new FileState.Regular(print, false);
            case "100755" -> new FileState.Regular(print, true);
            case "120000" -> new FileState.Link(print);
            default -> throw new GitFailed("a checkpoint has an entry of mode " + mode + ", which cannot be written");
        };
    }
}
