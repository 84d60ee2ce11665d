package dev.mulligan.store.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files and folders that no other user of the machine can read, from the moment they exist: what agents print and what is
 * recorded of a run is nobody else's business. Where the file system knows no permissions they are plain ones.
 */
public final class PrivateFiles {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);

    private PrivateFiles() {}

    /** Makes what is missing of the path; folders that are there stay as they are. */
    public static void folder(Path folder) throws IOException {
        Files.createDirectories(folder, attributes("rwx------"));
    }

    /** Our own folder in a workspace is nobody's work: git does not see it, without a line in the user's files. */
    public static void hiddenFolder(Path folder) throws IOException {
        folder(folder);
        Path ignore = folder.resolve(".gitignore");
        if (Files.notExists(ignore)) {
            Files.writeString(ignore, "*\n");
        }
    }

    /** An empty file when there is none. One that is there and open to everybody, as older versions left it, is closed. */
    public static void file(Path file) throws IOException {
        try {
            Files.createFile(file, attributes("rw-------"));
        } catch (FileAlreadyExistsException e) {
            close(file);
        }
    }

    private static void close(Path file) throws IOException {
        if (!POSIX || !Files.isRegularFile(file)) {
            return;
        }
        Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        if (permissions.removeAll(OTHERS)) {
            try {
                Files.setPosixFilePermissions(file, permissions);
            } catch (IOException notOurs) {
                // Another user's file: whoever owns it decides.
            }
        }
    }

    public static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return FileChannel.open(file, options, attributes("rw-------"));
    }

    public static void write(Path file, String text) throws IOException {
        file(file);
        Files.writeString(file, text);
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
