package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.copy.Companion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Where the agents of a plan would work, and which ignored files would be there.
 *
 * @param isolation {@code copy}, {@code none}, or {@code git} for a plan whose files travel
 */
record WorkPlace(String isolation, List<Companion> companions) {

    private static final long MEGABYTE = 1L << 20;

    static WorkPlace of(Plan plan, Config config) throws IOException {
        if (plan.origin().isPresent()) {
            return new WorkPlace("git", List.of());
        }
        if (!Files.isDirectory(plan.workspace())) {
            throw new UserError(
                    "the workspace " + plan.workspace() + " is not a folder", "Mend workspace: in the plan.");
        }
        try (Workspace workspace = Workspace.open(plan.workspace())) {
            return Engine.isInPlace(plan, workspace)
                    ? new WorkPlace("none", List.of())
                    : new WorkPlace("copy", workspace.workingCopies().companions(RunScope.copyRules(plan, config)));
        }
    }

    List<JsonObject> json() {
        return companions.stream()
                .map(one -> Json.object(
                        "path", one.path(),
                        "how", one.how().name().toLowerCase(java.util.Locale.ROOT),
                        "files", one.files(),
                        "bytes", one.bytes(),
                        "why", one.why()))
                .toList();
    }

    void print(Screen screen) {
        screen.line(
                switch (isolation) {
                    case "git" -> "Agents work in copies made from the repository; the result is a branch.";
                    case "none" ->
                        "Agents work in the workspace itself. With isolation: copy they would work in a copy.";
                    default ->
                        "Agents work in a copy; only a verified result enters the workspace."
                                + (companions.isEmpty() ? "" : " What git ignores, in the copy:");
                });
        companions.forEach(one -> screen.line("  " + Screen.pad(word(one), 8) + one.path()
                + screen.dim(size(one) + (one.why().isEmpty() ? "" : "  " + one.why()))));
    }

    private static String word(Companion one) {
        return switch (one.how()) {
            case COPY -> "copied";
            case LINK -> "linked";
            case LEAVE -> "absent";
        };
    }

    private static String size(Companion one) {
        if (!one.isFolder() || one.files() == 0) {
            return "";
        }
        String bytes = one.bytes() < MEGABYTE ? "under 1 MB" : one.bytes() / MEGABYTE + " MB";
        return "  " + one.files() + (one.files() == 1 ? " file, " : " files, ") + bytes;
    }
}
