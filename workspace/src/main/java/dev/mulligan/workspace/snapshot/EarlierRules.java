package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.Blobs;
import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.Repository;
import dev.mulligan.workspace.tree.FolderRemoval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which files were ignored when a tree was taken. They are not in the tree although they may have been there: whoever
 * brings the tree back must not take them for new ones and remove them.
 */
public final class EarlierRules {
    private static final String LINK = "120000";

    private final Repository repository;
    private final Path index;
    private final Blobs blobs;

    /**
     * @param index of our own
     * @param blobs where the contents of the rules come from
     */
    public EarlierRules(Repository repository, Path index, Blobs blobs) {
        this.repository = repository;
        this.index = index;
        this.blobs = blobs;
    }

    /** Those of the paths that the rules in the tree leave out. */
    public Set<String> ignored(String tree, Collection<String> paths) throws IOException {
        Path rules = Files.createTempDirectory(repository.shadow(), "rules");
        try {
            write(tree, rules);
            ByteArrayOutputStream asked = new ByteArrayOutputStream();
            for (String path : paths) {
                asked.writeBytes(("./" + path + "\0").getBytes(StandardCharsets.UTF_8));
            }
            byte[] answer = repository
                    .ruledBy(rules)
                    .answer(asked.toByteArray(), "check-ignore", "-z", "--stdin", "--no-index");
            Set<String> ignored = new LinkedHashSet<>();
            Snapshots.split(answer).forEach(path -> ignored.add(path.substring("./".length())));
            return ignored;
        } finally {
            FolderRemoval.removeAll(rules);
        }
    }

    private void write(String tree, Path rules) throws IOException {
        Git plain = repository.plain(repository.root(), index);
        List<String> entries = Snapshots.split(plain.bytes(new byte[0], "ls-tree", "-r", "-z", tree));
        for (String entry : entries) {
            int tab = entry.indexOf('\t');
            String path = entry.substring(tab + 1);
            // Git reads no rules through a link.
            boolean isRule = ("/" + path).endsWith("/" + FileListing.RULES) && !entry.startsWith(LINK);
            if (isRule) {
                Path file = rules.resolve(path);
                Files.createDirectories(file.getParent());
                Files.write(file, blobs.read(entry.substring(entry.lastIndexOf(' ', tab) + 1, tab)));
            }
        }
    }
}
