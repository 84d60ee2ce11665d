package dev.mulligan.agent;

import dev.mulligan.agent.process.ChildProcess;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.agent.process.ProcessResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;

/**
 * The files of a workspace that are meant to be seen: by git's own rules in a repository, else all but the usual folders
 * of tools and what the {@code .gitignore} at the top names.
 */
final class WorkspaceFiles {

    private static final int MOST_FILES = 2_000;
    private static final Duration MOST_TIME = Duration.ofSeconds(10);
    private static final Set<String> LEFT_OUT = Set.of(
            ".git",
            ".mulligan",
            ".local",
            ".cache",
            "node_modules",
            "target",
            "build",
            "dist",
            ".venv",
            "venv",
            "__pycache__");

    /** The repository's own settings may name programs; listing files must not run one. */
    private static final List<String> GIT = List.of(
            "git",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
            "ls-files",
            "-co",
            "--exclude-standard",
            "-z");

    private WorkspaceFiles() {}

    static List<Path> list(Path root, Map<String, String> environment) throws InterruptedException {
        Optional<List<Path>> listed = byGit(root, environment);
        return listed.isPresent() ? listed.get() : walk(root);
    }

    private static Optional<List<Path>> byGit(Path root, Map<String, String> environment) throws InterruptedException {
        Map<String, String> plain = new TreeMap<>(environment);
        plain.keySet().removeIf(name -> name.startsWith("GIT_"));
        plain.put("GIT_OPTIONAL_LOCKS", "0");
        ProcessResult ended = new ChildProcess(GIT, root, plain, new ProcessLimits(MOST_TIME, MOST_TIME, Duration.ZERO))
                .run("", OutputListener.NOBODY);
        if (ended.ending() != ProcessEnding.EXITED || ended.exitCode().orElse(1) != 0) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(ended.stdout().split("\0"))
                .filter(name -> !name.isEmpty())
                .map(root::resolve)
                .filter(file ->
                        !isToolsOwn(root.relativize(file)) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .limit(MOST_FILES)
                .toList());
    }

    private static boolean isToolsOwn(Path relative) {
        for (Path part : relative) {
            if (LEFT_OUT.contains(part.toString())) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> walk(Path root) {
        List<PathMatcher> ignored = ignored(root);
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return isLeftOut(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !isLeftOut(file)) {
                        files.add(file);
                    }
                    return files.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                private boolean isLeftOut(Path path) {
                    Path relative = root.relativize(path);
                    return !path.equals(root)
                            && (LEFT_OUT.contains(String.valueOf(path.getFileName()))
                                    || ignored.stream().anyMatch(rule -> rule.matches(relative)));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** A rule that takes something back is not followed: rather one file too few is sent than one too many. */
    private static List<PathMatcher> ignored(Path root) {
        List<PathMatcher> rules = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(root.resolve(".gitignore"));
        } catch (IOException none) {
            return rules;
        }
        for (String line : lines) {
            String rule = line.strip();
            if (rule.isEmpty() || rule.startsWith("#") || rule.startsWith("!")) {
                continue;
            }
            String plain = rule.endsWith("/") ? rule.substring(0, rule.length() - 1) : rule;
            boolean anchored = plain.indexOf('/') >= 0;
            String pattern = plain.startsWith("/") ? plain.substring(1) : plain;
            try {
                rules.add(root.getFileSystem().getPathMatcher("glob:" + pattern));
                if (!anchored) {
                    rules.add(root.getFileSystem().getPathMatcher("glob:**/" + pattern));
                }
            } catch (PatternSyntaxException odd) {
                // Git would read it differently; its rules are not rebuilt here.
            }
        }
        return rules;
    }
}
