package dev.mulligan.cli.exec;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.policy.PolicyLayers.Effective;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** What is said with flags, checked before anything runs, and what the policies say where a flag is not given. */
final class ExecFlags {

    /** A plan makes this many repairs at most, after the first attempt. */
    private static final int MOST_TRIES = 51;

    private ExecFlags() {}

    /** How often the command is tried: the flag over the policy of its operation, as {@code policy show} prints it. */
    static int tries(OptionalInt flag, OperationKind kind, String stepId, Config config) {
        if (flag.isPresent()) {
            int said = flag.getAsInt();
            if (said < 1 || said > MOST_TRIES) {
                throw new UserError(
                        "--max-attempts " + said + " is not a number of attempts", "Give 1 to " + MOST_TRIES + ".");
            }
            return said;
        }
        Effective policy = config.policy(
                        Optional.empty(), Optional.of(kind.wireName()), Optional.of(stepId), Optional.empty())
                .resolve();
        boolean isSaid = policy.settings().stream()
                .filter(setting -> setting.field().equals("maxAttempts"))
                .noneMatch(setting -> setting.origin().endsWith("(step type " + kind.wireName() + ")"));
        if (kind == OperationKind.CUSTOM && !isSaid) {
            throw new UserError("a custom operation must say how often to try", "Add --max-attempts N.");
        }
        return Math.min(MOST_TRIES, policy.policy().maxAttempts());
    }

    static void checkNames(List<String> names) {
        for (String name : names) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new UserError(
                        "--env '" + name + "' is not the name of a variable", "Give the name alone: --env API_KEY.");
            }
            if (name.toUpperCase(Locale.ROOT).startsWith("MULLIGAN_")) {
                throw new UserError("--env " + name + ": it is Mulligan's own and is given to nobody", "Leave it out.");
            }
        }
    }

    /** A path that cannot be in the workspace would protect nothing. */
    static void checkPaths(List<String> paths, Path workspace) {
        for (String path : paths) {
            if (path.isBlank() || !isBelow(path, workspace)) {
                throw new UserError(
                        "--forbid '" + path + "' is not a path in " + workspace,
                        "Give a path from the workspace, such as tests/.");
            }
        }
    }

    private static boolean isBelow(String path, Path workspace) {
        try {
            return !Path.of(path).isAbsolute()
                    && workspace.resolve(path).normalize().startsWith(workspace);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
