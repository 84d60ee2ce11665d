package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A git index nobody else uses. What a crash leaves behind is cleared away by the next one. */
public final class ScratchIndex implements AutoCloseable {
    private static final String PREFIX = "scratch-index-";

    private final Path kept;
    private final Path scratch;

    private ScratchIndex(Path kept, Path scratch) {
        this.kept = kept;
        this.scratch = scratch;
    }

    /** @param reuse whether to start from what was kept last time */
    public static ScratchIndex from(Path kept, boolean reuse) throws IOException {
        Path folder = kept.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(kept + ": an index needs a folder");
        }
        clearLeftOvers(folder);
        Path scratch =
                Files.createTempFile(folder, PREFIX + ProcessHandle.current().pid() + "-", "");
        if (reuse && Files.exists(kept)) {
            Files.copy(kept, scratch, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            Files.delete(scratch);
        }
        return new ScratchIndex(kept, scratch);
    }

    private static void clearLeftOvers(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path file : files) {
                String pid = String.valueOf(file.getFileName()).substring(PREFIX.length());
                int dash = pid.indexOf('-');
                long number = dash > 0 ? Long.parseLong(pid.substring(0, dash)) : -1;
                if (ProcessHandle.of(number).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    public Path path() {
        return scratch;
    }

    public void keep() throws IOException {
        Files.move(scratch, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(scratch);
        Files.deleteIfExists(scratch.resolveSibling(scratch.getFileName() + ".lock"));
    }
}
