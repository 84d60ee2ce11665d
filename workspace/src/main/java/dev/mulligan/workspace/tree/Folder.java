package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * An open folder of the tree.
 *
 * <p>It is reached part by part without following a link and everything in it is done relative to the open folder, so
 * that swapping a part of its path for a link afterwards leads nowhere.
 */
final class Folder implements AutoCloseable {
    private final SecureDirectoryStream<Path> stream;
    private final Path path;

    private Folder(SecureDirectoryStream<Path> stream, Path path) {
        this.stream = stream;
        this.path = path;
    }

    /** Empty when the folder is not there; an exception when a link or a file is in the way. */
    static Optional<Folder> open(Path root, String relative) throws IOException {
        Folder folder = top(root);
        for (String part : relative.isEmpty() ? new String[0] : relative.split("/", -1)) {
            Path inner = folder.path.resolve(part);
            try {
                SecureDirectoryStream<Path> next =
                        folder.stream.newDirectoryStream(Path.of(part), LinkOption.NOFOLLOW_LINKS);
                folder.close();
                folder = new Folder(next, inner);
            } catch (NoSuchFileException missing) {
                folder.close();
                return Optional.empty();
            } catch (FileSystemException inTheWay) {
                folder.close();
                throw new TreeConflict(relative, "a part of the path is a link or not a folder");
            }
        }
        return Optional.of(folder);
    }

    @SuppressWarnings("StreamResourceLeak") // handed on: closed with the folder
    private static Folder top(Path root) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new Folder(secure, root);
        }
        stream.close();
        throw new IOException(root + ": this file system cannot be written to safely (no relative file access)");
    }

    Path path() {
        return path;
    }

    Optional<PosixFileAttributes> attributes(String name) throws IOException {
        try {
            return Optional.of(
                    stream.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes());
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    FileState state(String name, ContentHash.Algorithm algorithm) throws IOException {
        Optional<PosixFileAttributes> found = attributes(name);
        if (found.isEmpty()) {
            return FileState.ABSENT;
        }
        PosixFileAttributes attributes = found.get();
        if (attributes.isSymbolicLink()) {
            return new FileState.Link(ContentHash.of(algorithm, linkTarget(name).getBytes(StandardCharsets.UTF_8)));
        }
        if (!attributes.isRegularFile()) {
            return FileState.OTHER;
        }
        boolean executable = attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
        try (SeekableByteChannel channel = read(name);
                InputStream in = Channels.newInputStream(channel)) {
            return new FileState.Regular(ContentHash.of(algorithm, in, channel.size()), executable);
        }
    }

    String linkTarget(String name) throws IOException {
        return Files.readSymbolicLink(path.resolve(name)).toString();
    }

    SeekableByteChannel read(String name) throws IOException {
        return stream.newByteChannel(Path.of(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    void moveIn(Folder from, String oldName, String newName) throws IOException {
        from.stream.move(Path.of(oldName), stream, Path.of(newName));
    }

    void delete(String name) throws IOException {
        stream.deleteFile(Path.of(name));
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
