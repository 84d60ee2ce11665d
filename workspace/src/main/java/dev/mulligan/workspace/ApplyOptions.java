package dev.mulligan.workspace;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.path.ConfigPaths;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How to apply an answer.
 *
 * @param dryRun work everything out, write nothing
 * @param assumedRoot the absolute path the model believes the workspace to be at, if it is not its real one
 * @param allowedConfig which of {@link ConfigPaths} may be edited: those a person or a plan named
 */
public record ApplyOptions(
        boolean dryRun, Optional<Path> assumedRoot, PatchLimits limits, Predicate<String> allowedConfig) {
    public static final ApplyOptions DEFAULT =
            new ApplyOptions(false, Optional.empty(), PatchLimits.DEFAULT, path -> false);

    public ApplyOptions withDryRun() {
        return new ApplyOptions(true, assumedRoot, limits, allowedConfig);
    }

    public ApplyOptions withAssumedRoot(Path root) {
        return new ApplyOptions(dryRun, Optional.of(root), limits, allowedConfig);
    }

    public ApplyOptions withLimits(PatchLimits other) {
        return new ApplyOptions(dryRun, assumedRoot, other, allowedConfig);
    }

    /** @param allowed paths relative to the workspace */
    public ApplyOptions allowingConfig(Predicate<String> allowed) {
        return new ApplyOptions(dryRun, assumedRoot, limits, allowed);
    }
}
