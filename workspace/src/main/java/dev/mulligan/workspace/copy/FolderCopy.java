package dev.mulligan.workspace.copy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies ignored files and inner repositories of a workspace into a working copy. A {@code .git} that is a file leads to the
 * user's repository and does not come along. What in them names the workspace by its absolute path, a link
 * or one of the few files of a Python environment that do so, names the copy afterwards; otherwise a check in the copy
 * would look at the user's sources. Where the file system can, contents are shared until one side is written.
 */
final class FolderCopy {

    private static final Set<String> NAMES_ITS_PLACE = Set.of("pyvenv.cfg", "direct_url.json");
    private static final long LARGEST_TEXT = 1L << 20;

    private final Path from;
    private final Path to;

    /** From the workspace to the working copy. */
    FolderCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /** A file, a link or a whole folder, at the same path. */
    void copy(String path) throws IOException {
        Path source = from.resolve(path);
        Path target = to.resolve(path);
        if (target.getParent() != null) {
            Files.createDirectories(target.getParent());
        }
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(source, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(folder)));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    boolean leadsBack = attributes.isRegularFile() && file.endsWith(".git");
                    if (!leadsBack && (attributes.isRegularFile() || attributes.isSymbolicLink())) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
            files.parallelStream().forEach(this::one);
        } catch (UncheckedIOException e) {
            throw new IOException(source + " could not be copied: " + e.getCause(), e);
        }
    }

    private void one(Path file) {
        Path target = to.resolve(from.relativize(file));
        try {
            Files.deleteIfExists(target);
            if (Files.isSymbolicLink(file)) {
                Files.createSymbolicLink(target, moved(Files.readSymbolicLink(file)));
                return;
            }
            Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            if (mayNameItsPlace(file)) {
                rename(target);
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            // Gone meanwhile, or not ours to read: the user's own tools could not read it either.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path moved(Path link) {
        return link.isAbsolute() && link.startsWith(from) ? to.resolve(from.relativize(link)) : link;
    }

    private static boolean mayNameItsPlace(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean script = Optional.ofNullable(file.getParent())
                .filter(folder -> folder.endsWith("bin") || folder.endsWith("Scripts"))
                .map(Path::getParent)
                .filter(home -> Files.exists(home.resolve("pyvenv.cfg")))
                .isPresent();
        return script
                || NAMES_ITS_PLACE.contains(name)
                || name.endsWith(".pth")
                || name.endsWith(".egg-link")
                || name.startsWith("__editable__");
    }

    private void rename(Path file) throws IOException {
        if (Files.size(file) > LARGEST_TEXT) {
            return;
        }
        // Every byte is a character of this one, so that nothing but the path changes.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String old = new String(from.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        if (text.contains(old)) {
            String own = new String(to.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            Files.writeString(file, text.replace(old, own), StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * A folder too large to copy. Packages of {@code node_modules} are linked one by one, so that new ones are installed
     * beside them and links to the workspace's own packages lead to the copy's.
     */
    void link(String path) throws IOException {
        Path source = from.resolve(path);
        Path target = to.resolve(path);
        if (target.getParent() != null) {
            Files.createDirectories(target.getParent());
        }
        if (source.endsWith("node_modules")) {
            packages(source, target);
        } else if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(target, source);
        }
    }

    private void packages(Path source, Path target) throws IOException {
        Files.createDirectories(target);
        List<Path> entries;
        try (Stream<Path> all = Files.list(source)) {
            entries = all.toList();
        }
        for (Path entry : entries) {
            String name = String.valueOf(entry.getFileName());
            Path place = target.resolve(name);
            if (Files.isSymbolicLink(entry) || Files.isRegularFile(entry)) {
                one(entry);
            } else if (name.startsWith("@")) {
                packages(entry, place);
            } else if (name.equals(".bin")) {
                copy(from.relativize(entry).toString());
            } else if (!name.equals(".cache") && !name.equals(".vite")) {
                Files.createSymbolicLink(place, entry);
            }
        }
    }
}
