package dev.mulligan.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The files an agent without tools must see: those the prompt names first, then the small ones, up to a bound. */
final class FileContext {

    private static final int MOST_CHARS = 120_000;
    private static final long LARGEST_FILE = 40_000;
    private static final int MOST_FILES = 2_000;
    private static final Set<String> LEFT_OUT =
            Set.of(".git", ".mulligan", "node_modules", "target", "build", "dist", ".venv", "venv", "__pycache__");

    private FileContext() {}

    static String of(Path root, String prompt) {
        List<Path> files;
        try {
            files = new ArrayList<>(list(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(Comparator.comparing((Path file) -> !prompt.contains(String.valueOf(file.getFileName())))
                .thenComparing(Path::toString));
        StringBuilder shown = new StringBuilder("\n\nThe files of the workspace:\n");
        for (Path file : files) {
            String text = text(file);
            if (!text.isEmpty() && shown.length() + text.length() < MOST_CHARS) {
                String name = root.relativize(file).toString().replace('\\', '/');
                shown.append("\n=== ").append(name).append('\n').append(text);
            }
        }
        return shown.toString();
    }

    private static List<Path> list(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return LEFT_OUT.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                boolean dotGit = ".git".equals(String.valueOf(file.getFileName()));
                if (attributes.isRegularFile() && attributes.size() <= LARGEST_FILE && !dotGit) {
                    files.add(file);
                }
                return files.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** Empty for what is not text. */
    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
