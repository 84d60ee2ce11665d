package dev.mulligan.workspace.tree;

import dev.mulligan.workspace.patch.edit.SourceTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The files of a folder on disk, read without following links. */
public final class DiskTree implements SourceTree {
    private static final Set<String> SKIPPED = Set.of(".git", ".mulligan", "node_modules");
    private static final int MOST_VISITED = 200_000;

    private final Path root;

    public DiskTree(Path root) {
        this.root = root;
    }

    @Override
    public Kind kind(String path) throws IOException {
        Path at = root;
        for (String part : path.split("/", -1)) {
            if (Files.isSymbolicLink(at) && !at.equals(root)) {
                return Kind.LINK;
            }
            at = at.resolve(part);
        }
        if (Files.isSymbolicLink(at)) {
            return Kind.LINK;
        }
        if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            return missingOrBlocked(path);
        }
        if (Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS)) {
            return Kind.FILE;
        }
        return Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS) ? Kind.FOLDER : Kind.OTHER;
    }

    /** A file where the path needs a folder. */
    private Kind missingOrBlocked(String path) {
        Path at = root;
        for (String part : path.split("/", -1)) {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                return Kind.OTHER;
            }
            at = at.resolve(part);
        }
        return Kind.MISSING;
    }

    @Override
    public long size(String path) throws IOException {
        return Files.size(root.resolve(path));
    }

    @Override
    public byte[] read(String path) throws IOException {
        TreePath place = TreePath.of(path);
        Optional<Folder> found = Folder.open(root, place.folder());
        if (found.isEmpty()) {
            throw new TreeConflict(path, "the folder has gone");
        }
        try (Folder folder = found.get();
                SeekableByteChannel channel = folder.read(place.name());
                InputStream in = Channels.newInputStream(channel)) {
            return in.readAllBytes();
        }
    }

    @Override
    public List<String> endingWith(String suffix, int limit) throws IOException {
        List<String> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            private int visited;

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName())) && !folder.equals(root)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (attributes.isRegularFile() && name.endsWith("/" + suffix)) {
                    found.add(name);
                }
                visited++;
                return found.size() >= limit || visited > MOST_VISITED
                        ? FileVisitResult.TERMINATE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    @Override
    public String sameIgnoringCase(String path) throws IOException {
        Path at = root;
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            Path next = at.resolve(part);
            String name = part;
            if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> names = Files.list(at)) {
                    name = names.map(entry -> String.valueOf(entry.getFileName()))
                            .filter(part::equalsIgnoreCase)
                            .findFirst()
                            .orElse(part);
                }
            }
            parts.add(name);
            at = at.resolve(name);
        }
        return String.join("/", parts);
    }
}
