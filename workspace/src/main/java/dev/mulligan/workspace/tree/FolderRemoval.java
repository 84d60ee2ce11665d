package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Removes a folder with everything in it, without following links. */
public final class FolderRemoval {

    private FolderRemoval() {}

    /** Does nothing when the folder is not there. */
    public static void removeAll(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (java.io.UncheckedIOException closed) {
            open(folder);
            try (Stream<Path> walk = Files.walk(folder)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
        }
        for (Path path : all) {
            try {
                Files.deleteIfExists(path);
            } catch (java.nio.file.AccessDeniedException closed) {
                open(path.getParent() == null ? folder : path.getParent());
                Files.deleteIfExists(path);
            }
        }
    }

    /** Tools such as Go's make folders that not even their owner may write to. */
    private static void open(Path folder) throws IOException {
        Set<java.nio.file.attribute.PosixFilePermission> all = PosixFilePermissions.fromString("rwx------");
        Files.setPosixFilePermissions(folder, all);
        try (DirectoryStream<Path> inner = Files.newDirectoryStream(folder)) {
            for (Path path : inner) {
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    open(path);
                }
            }
        }
    }
}
