package dev.mulligan.orchestrator.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in which nothing can be made, replaced or removed, not even by root where the file system can forbid it. */
record ReadOnlyFolder(Path folder) implements AutoCloseable {

    /** Makes it so, as a line of a shell script. */
    String command() {
        return "chmod a-w '" + folder + "'; [ $(id -u) != 0 ] || chattr +i '" + folder + "'";
    }

    boolean isWritable() throws IOException {
        try {
            Files.delete(Files.createTempFile(folder, "probe", ""));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder("sh", "-c", "[ $(id -u) != 0 ] || chattr -i '" + folder + "'; chmod u+w '" + folder + "'")
                .inheritIO()
                .start()
                .onExit()
                .join();
    }
}
