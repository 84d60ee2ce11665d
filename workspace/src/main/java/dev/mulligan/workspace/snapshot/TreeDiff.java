package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.Blobs;
import dev.mulligan.workspace.git.Diffs;
import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.GitFailed;
import dev.mulligan.workspace.tree.ContentHash;
import dev.mulligan.workspace.tree.FileState;
import dev.mulligan.workspace.tree.TreeChange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The changes that lead from one tree object to another. */
public final class TreeDiff {
    private final Git git;
    private final Diffs raw;

    /** @param raw for trees whose names need no quotes, which are nearly all */
    public TreeDiff(Git git, Diffs raw) {
        this.git = git;
        this.raw = raw;
    }

    /** One line of git's: modes, names of contents, path. */
    private record Line(String oldMode, String newMode, String oldBlob, String newBlob, String path) {

        static Line of(String text, String path) throws GitFailed {
            String[] raw = text.split(" ", -1);
            if (raw.length < 5) {
                throw new GitFailed("git diff-tree printed something unexpected: " + text);
            }
            return new Line(raw[0].substring(1), raw[1], raw[2], raw[3], path);
        }
    }

    /** The paths that differ. */
    public Set<String> paths(String from, String to) throws IOException {
        Set<String> paths = new LinkedHashSet<>();
        for (Line line : lines(from, to)) {
            paths.add(line.path());
        }
        return paths;
    }

    /** @param blobs where the contents come from; it must stay open until the changes are written */
    public List<TreeChange> between(String from, String to, Blobs blobs) throws IOException {
        List<TreeChange> changes = new ArrayList<>();
        for (Line line : lines(from, to)) {
            String blob = line.newBlob();
            FileState before = state(line.oldMode(), line.oldBlob());
            FileState after = state(line.newMode(), blob);
            TreeChange.Content content = () -> new ByteArrayInputStream(blobs.read(blob));
            boolean gone = after instanceof FileState.Absent;
            changes.add(new TreeChange(line.path(), before, after, gone ? TreeChange.NO_CONTENT : content, true));
        }
        return changes;
    }

    private List<Line> lines(String from, String to) throws IOException {
        if (from.equals(to)) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        String answer = raw.between(from, to);
        if (answer.contains("\t\"")) {
            return zeroSeparated(from, to);
        }
        for (String line : answer.split("\n", -1)) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                lines.add(Line.of(line.substring(0, tab), line.substring(tab + 1)));
            }
        }
        return lines;
    }

    private List<Line> zeroSeparated(String from, String to) throws IOException {
        byte[] out = git.bytes(new byte[0], "diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", from, to);
        List<String> parts = Snapshots.split(out);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            lines.add(Line.of(parts.get(i), parts.get(i + 1)));
        }
        return lines;
    }

    private static FileState state(String mode, String blob) throws GitFailed {
        ContentHash print = new ContentHash(ContentHash.Algorithm.ofDigits(blob.length()), blob);
        return switch (mode) {
            case "000000" -> FileState.ABSENT;
            case "100644" -> new FileState.Regular(print, false);
            case "100755" -> new FileState.Regular(print, true);
            case "120000" -> new FileState.Link(print);
            default -> throw new GitFailed("a checkpoint has an entry of mode " + mode + ", which cannot be written");
        };
    }
}
