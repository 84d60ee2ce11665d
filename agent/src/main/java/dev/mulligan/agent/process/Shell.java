package dev.mulligan.agent.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The shell that runs verifiers and other commands that are written as one line. */
final class Shell {

    static final String NAME = "sh";
    static final String FILE = "/bin/sh";
    static final String PATH = "/usr/bin:/bin";

    private Shell() {}

    /** The file that a search path leads to. */
    static Optional<String> on(String searchPath) {
        for (String folder : searchPath.split(File.pathSeparator, -1)) {
            if (!folder.startsWith("/")) {
                // Relative to wherever the program starts: left to the system.
                return Optional.empty();
            }
            Path file = Path.of(folder, NAME);
            if (Files.isExecutable(file)) {
                return Optional.of(file.toString());
            }
        }
        return Optional.empty();
    }
}
