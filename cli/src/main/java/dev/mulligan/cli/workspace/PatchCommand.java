package dev.mulligan.cli.workspace;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Inputs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code mulligan patch}: a model's answer onto a workspace, exactly or not at all. */
@picocli.CommandLine.Command(
        name = "patch",
        description = "Applies the edits in a model's answer: all of them exactly, or none with the reasons.",
        footer = {
            "",
            "Understands unified and git diffs, *** Begin Patch, SEARCH/REPLACE blocks (Aider, Cline, Roo),",
            "old_str/new_str edits as JSON, tags or tool calls, FIND:/REPLACE:, JSON files,",
            "whole files under their path, in <file path> tags and in cat > FILE <<'EOF' scripts;",
            "several in one answer, with prose around. What looks like an edit and is none of these is refused.",
            "",
            "Examples:",
            "  mulligan patch --workspace . --answer reply.md",
            "  mulligan patch --workspace . --answer - --dry-run < reply.md",
            "",
            "Exit codes: 0 applied, or nothing to do; 1 refused, and nothing was changed; 2 wrong usage."
        })
public final class PatchCommand extends Command {

    @Option(names = "--workspace", required = true, paramLabel = "DIR", description = "The folder to change.")
    @SuppressWarnings("NullAway.Init")
    Path workspace;

    @Option(
            names = "--answer",
            required = true,
            paramLabel = "FILE|-",
            description = "The answer, as the model gave it.")
    @SuppressWarnings("NullAway.Init")
    String answer;

    @Option(names = "--dry-run", description = "Work everything out and write nothing.")
    boolean dryRun;

    @Option(
            names = "--allow-config",
            description = "Allow edits of files that change how tools behave: workflows, hooks, settings of agents.")
    boolean allowConfig;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws IOException {
        Path folder = Folders.existing(workspace, "Name the folder the edits are for.");
        ApplyOptions allowed = ApplyOptions.DEFAULT.allowingConfig(path -> allowConfig);
        ApplyOptions options = dryRun ? allowed.withDryRun() : allowed;
        PatchOutcome outcome = Workspace.open(folder).apply(Inputs.text(answer), options);
        if (json) {
            spec.commandLine().getOut().println(Json.write(json(outcome)));
        } else {
            print(outcome);
        }
        return outcome.succeeded() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(PatchOutcome outcome) {
        Screen screen = screen();
        switch (outcome) {
            case PatchOutcome.Applied applied -> {
                screen.line(screen.green(dryRun ? "would apply" : "applied"));
                applied.files().forEach(file -> screen.line("  " + FileNames.one(file)));
            }
            case PatchOutcome.NoOp nothing -> screen.line("nothing to do: " + nothing.reason());
            case PatchOutcome.AlreadyApplied already ->
                screen.line("already applied: " + FileNames.of(already.files()));
            case PatchOutcome.Refused refused -> {
                Screen errors = errors();
                errors.line(errors.red("refused; nothing was changed"));
                errors.line(refused.text());
            }
        }
    }

    private static JsonObject json(PatchOutcome outcome) {
        return switch (outcome) {
            case PatchOutcome.Applied applied ->
                Json.object(
                        "outcome", "applied",
                        "files", applied.files(),
                        "hunks",
                                applied.placements().stream()
                                        .map(p -> Json.object(
                                                "file",
                                                p.file(),
                                                "hunk",
                                                p.hunk(),
                                                "rung",
                                                p.rung().toString()))
                                        .toList());
            case PatchOutcome.NoOp nothing -> Json.object("outcome", "no_op", "reason", nothing.reason());
            case PatchOutcome.AlreadyApplied already ->
                Json.object("outcome", "already_applied", "files", already.files());
            case PatchOutcome.Refused refused ->
                Json.object(
                        "outcome",
                        "refused",
                        "problems",
                        refused.problems().stream().map(PatchCommand::json).toList());
        };
    }

    private static JsonObject json(PatchProblem problem) {
        return Json.object(
                "kind", problem.kind().name(),
                "file", problem.file(),
                "hunk", problem.hunk().isPresent() ? problem.hunk().getAsInt() : null,
                "reason", problem.reason(),
                "nearestLines", problem.nearestLines(),
                "suggestion", problem.suggestion());
    }
}
