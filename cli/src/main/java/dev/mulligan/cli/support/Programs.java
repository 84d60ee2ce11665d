package dev.mulligan.cli.support;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Looks for programs as a shell does, and knows how the usual ones are installed. */
public final class Programs {

    private static final Map<String, String> INSTALL = Map.of(
            "claude", "npm install -g @anthropic-ai/claude-code",
            "codex", "npm install -g @openai/codex",
            "gemini", "npm install -g @google/gemini-cli",
            "opencode", "npm install -g opencode-ai",
            "git", "apt-get install git, or brew install git");

    private Programs() {}

    /** The file that this name starts; a name with a slash is the file itself. */
    public static Optional<Path> find(String name, Map<String, String> environment) {
        try {
            if (name.contains("/") || name.contains(File.separator)) {
                return Optional.of(Path.of(name)).filter(Programs::isProgram);
            }
            for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
                Path file = Path.of(folder).resolve(name);
                if (isProgram(file)) {
                    return Optional.of(file);
                }
            }
        } catch (InvalidPathException e) {
            // No file can have such a name.
        }
        return Optional.empty();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Why a program cannot be started, in one line. */
    public static String missing(String name) {
        if (!name.contains("/")) {
            return name + " is not installed, or not on the PATH";
        }
        Path file = Path.of(name);
        if (Files.isDirectory(file)) {
            return name + " is a folder, not a program";
        }
        return Files.exists(file) ? name + " may not be executed (chmod +x " + name + ")" : "there is no file " + name;
    }

    /** The line that helps. */
    public static String advice(String name) {
        String install = INSTALL.get(name);
        return install == null ? "Install it, or write its whole path." : "Install it with: " + install;
    }
}
