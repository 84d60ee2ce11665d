package dev.mulligan.workspace.snapshot;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The names in a folder at one moment.
 *
 * @param settled whether an unchanged stamp proves that the names are the same
 */
record FolderLook(FileStamp stamp, Map<String, Kind> names, boolean settled) {
    enum Kind {
        FILE,
        FOLDER,
        REPOSITORY,
        OTHER
    }

    FolderLook {
        names = Map.copyOf(names);
    }

    /** Empty when there is no such folder, or it cannot be read. */
    static Optional<FolderLook> at(Path folder) {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        // The stamp first: a name that comes or goes while they are read shows as a changed stamp, or as an unsettled
        // one.
        Optional<FileStamp> stamp = FileStamp.of(folder).filter(FileStamp::isFolder);
        if (stamp.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Kind> names = new HashMap<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                names.put(String.valueOf(child.getFileName()), kind(child));
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return Optional.empty();
        }
        return Optional.of(new FolderLook(stamp.get(), names, stamp.get().wasSettledAt(now)));
    }

    private static Kind kind(Path child) {
        Optional<FileStamp> stamp = FileStamp.of(child);
        if (stamp.filter(FileStamp::isFolder).isPresent()) {
            return Files.exists(child.resolve(".git"), LinkOption.NOFOLLOW_LINKS) ? Kind.REPOSITORY : Kind.FOLDER;
        }
        return stamp.filter(FileStamp::isFile).isPresent() ? Kind.FILE : Kind.OTHER;
    }

    /** Whether the folder need not be read again: nothing can have come or gone since. */
    boolean holds(Path folder) {
        return settled && FileStamp.of(folder).equals(Optional.of(stamp));
    }
}
