package dev.mulligan.workspace;

import dev.mulligan.workspace.patch.Limits;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How to apply an answer.
 *
 * @param dryRun work everything out, write nothing
 * @param assumedRoot the absolute path the model believes the workspace to be at, if it is not its real one
 */
public record ApplyOptions(boolean dryRun, Optional<Path> assumedRoot, Limits limits) {
    public static final ApplyOptions DEFAULT = new ApplyOptions(false, Optional.empty(), Limits.DEFAULT);

    public ApplyOptions withDryRun() {
        return new ApplyOptions(true, assumedRoot, limits);
    }

    public ApplyOptions withAssumedRoot(Path root) {
        return new ApplyOptions(dryRun, Optional.of(root), limits);
    }

    public ApplyOptions withLimits(Limits other) {
        return new ApplyOptions(dryRun, assumedRoot, other);
    }
}
