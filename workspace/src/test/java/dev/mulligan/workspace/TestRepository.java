package dev.mulligan.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A repository or plain folder made for a test. */
final class TestRepository {
    final Path root;

    private TestRepository(Path root) {
        this.root = root;
    }

    static TestRepository plain(Path root) throws IOException {
        Files.createDirectories(root);
        return new TestRepository(root.toRealPath());
    }

    static TestRepository git(Path root) throws IOException {
        TestRepository repository = plain(root);
        repository.git("init", "-q", "-b", "main", "--template=");
        repository.git("config", "user.name", "dev");
        repository.git("config", "user.email", "dev@example.org");
        repository.git("config", "core.autocrlf", "false");
        return repository;
    }

    TestRepository write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return this;
    }

    String read(String path) throws IOException {
        return Files.readString(root.resolve(path), StandardCharsets.UTF_8);
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
    }

    TestRepository commit(String message) throws IOException {
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", message);
        return this;
    }

    String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(String.join(" ", command) + ": " + out);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
        return out;
    }

    /** Every file but Mulligan's own, with mode and content; git's folder only where asked. */
    Map<String, String> files(boolean withGit) throws IOException {
        Map<String, String> found = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = root.relativize(folder).toString();
                boolean skip = name.equals(".mulligan")
                        || name.equals(".git/mulligan")
                        || name.equals(".git/objects")
                        || name.equals(".git/refs/mulligan")
                        || (name.equals(".git") && !withGit);
                return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String content = attributes.isSymbolicLink()
                        ? "-> " + Files.readSymbolicLink(file)
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " "
                                + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                found.put(root.relativize(file).toString(), content);
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
