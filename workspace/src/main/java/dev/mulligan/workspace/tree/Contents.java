package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The folder in which new contents, and copies of the old ones, wait during a write.
 *
 * @param folder the journal's own, or one beside the tree when the journal lies on another disk
 * @param isExposed whether others can write to it; then its contents are only used when they are what the journal says
 */
record Contents(Path folder, boolean isExposed) {
    /** In the journal's folder: what the folder beside the tree is called. */
    private static final String NOTE = "beside";

    private static final Pattern NAME = Pattern.compile("write-[0-9a-f-]{36}");

    static Contents make(Path root, Path journal, TreeWriter.Beside beside) throws IOException {
        if (disk(journal).equals(disk(root))) {
            return new Contents(journal, false);
        }
        String name = "write-" + UUID.randomUUID();
        // Noted first: what a crash leaves behind is found by it.
        Files.writeString(journal.resolve(NOTE), name, StandardCharsets.UTF_8);
        Path parent = beside.folder();
        Files.createDirectories(parent);
        Path folder = parent.resolve(name);
        if (Files.isSymbolicLink(parent)) {
            throw new IOException(
                    parent + " is a link; Mulligan writes there only if it is a folder. Remove the link.");
        }
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new Contents(folder, true);
    }

    /** The number of the file system; asking Java for its store reads the whole list of mounts. */
    private static Object disk(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:dev");
    }

    /** Where those of a write that was interrupted are. */
    static Contents find(Path journal, TreeWriter.Beside beside) throws IOException {
        Path note = journal.resolve(NOTE);
        Optional<String> name = Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(Files.readString(note, StandardCharsets.UTF_8))
                        .filter(text -> NAME.matcher(text).matches())
                : Optional.empty();
        return name.isPresent()
                ? new Contents(beside.folder().resolve(name.get()), true)
                : new Contents(journal, false);
    }

    Folder open() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new TreeConflict(folder.toString(), "the new contents have gone");
        }
        return Folder.open(folder, "").orElseThrow();
    }

    /** The journal's own folder is removed with the journal. */
    void remove() throws IOException {
        Path parent = folder.getParent();
        if (!isExposed || parent == null || Files.isSymbolicLink(parent)) {
            return;
        }
        DurableFiles.removeAll(folder);
        try {
            Files.deleteIfExists(parent);
        } catch (DirectoryNotEmptyException used) {
            // Traces are kept there too.
        }
    }
}
