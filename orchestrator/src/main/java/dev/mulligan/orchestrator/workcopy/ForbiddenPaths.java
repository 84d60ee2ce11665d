package dev.mulligan.orchestrator.workcopy;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Paths an attempt must not touch. All files below them count, also those that git is told to ignore. */
public record ForbiddenPaths(List<String> prefixes) {

    static final ForbiddenPaths NOTHING = new ForbiddenPaths(List.of());

    public ForbiddenPaths {
        prefixes = prefixes.stream()
                .map(prefix -> Path.of(prefix).normalize().toString())
                .toList();
    }

    public boolean covers(String path) {
        return prefixes.stream()
                .anyMatch(prefix -> prefix.isEmpty() || path.equals(prefix) || path.startsWith(prefix + "/"));
    }

    /** What is there now, relative to the workspace. */
    Collection<String> files(Path root) throws IOException {
        Set<String> files = new TreeSet<>();
        for (String prefix : prefixes) {
            Path at = root.resolve(prefix).normalize();
            if (at.startsWith(root) && Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(at, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        files.add(root.relativize(file).toString());
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        }
        return files;
    }
}
