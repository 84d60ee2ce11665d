package dev.mulligan.cli.workspace;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.CommandGroup;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.checkpoint.Restored;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan checkpoint}: any state can be brought back, and that can be undone. */
@picocli.CommandLine.Command(
        name = "checkpoint",
        description = "Saves and restores states of a workspace without touching branch, index or stash.",
        subcommands = {
            CheckpointCommand.Create.class,
            CheckpointCommand.ListAll.class,
            CheckpointCommand.Restore.class,
            CheckpointCommand.Undo.class
        },
        footer = {
            "",
            "Untracked files are saved too; ignored ones are neither saved nor removed.",
            "",
            "Examples:",
            "  mulligan checkpoint create before-refactoring",
            "  mulligan checkpoint list",
            "  mulligan checkpoint restore ID     what it replaces is saved first",
            "  mulligan checkpoint undo           takes the last restore back"
        })
public final class CheckpointCommand extends CommandGroup {

    /** What the subcommands share. */
    abstract static class OnWorkspace extends Command {

        @Option(
                names = "--workspace",
                paramLabel = "DIR",
                defaultValue = ".",
                description = "The folder (default: here).")
        Path workspace = Path.of(".");

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        Checkpoints checkpoints() throws IOException {
            return Workspace.open(Folders.existing(workspace, "Name an existing folder."))
                    .checkpoints();
        }

        void show(Checkpoint checkpoint) {
            Screen screen = screen();
            if (json) {
                screen.line(Json.write(Json.object(
                        "id",
                        checkpoint.id(),
                        "label",
                        checkpoint.label(),
                        "at",
                        checkpoint.time().toString())));
            } else {
                screen.line(screen.bold(checkpoint.id()) + "  " + screen.dim(TimeText.second(checkpoint.time())) + "  "
                        + checkpoint.label());
            }
        }

        void show(Restored restored) {
            Screen screen = screen();
            if (json) {
                screen.line(Json.write(Json.object(
                        "restored",
                        restored.checkpoint().id(),
                        "before",
                        restored.before().id(),
                        "changed",
                        restored.changed())));
                return;
            }
            screen.line(screen.green("restored ") + restored.checkpoint().id() + "; "
                    + restored.changed().size() + " files changed");
            restored.changed().forEach(file -> screen.line("  " + FileNames.one(file)));
            screen.line(screen.dim("what was there before is kept as "
                    + restored.before().id() + "; mulligan checkpoint undo brings it back"));
        }
    }

    @picocli.CommandLine.Command(name = "create", description = "Saves the workspace as it is.")
    static final class Create extends OnWorkspace {

        @Parameters(arity = "0..1", paramLabel = "LABEL", defaultValue = "by hand", description = "A few words.")
        String label = "by hand";

        @Override
        public Integer call() throws IOException {
            show(checkpoints().create(label));
            return ExitCode.OK;
        }
    }

    @picocli.CommandLine.Command(name = "list", description = "Lists what is saved, newest last.")
    static final class ListAll extends OnWorkspace {
        @Override
        public Integer call() throws IOException {
            List<Checkpoint> all = checkpoints().list();
            if (all.isEmpty() && !json) {
                screen().line("nothing is saved here yet");
            }
            all.forEach(this::show);
            return ExitCode.OK;
        }
    }

    @picocli.CommandLine.Command(
            name = "restore",
            description = "Brings a saved state back; what it replaces is saved first.",
            footer = {"", "Exit codes: 0 restored, 1 refused (HEAD moved since), 2 no such checkpoint."})
    static final class Restore extends OnWorkspace {

        @Parameters(paramLabel = "ID", description = "As `mulligan checkpoint list` shows it.")
        @SuppressWarnings("NullAway.Init")
        String id;

        @Override
        public Integer call() throws IOException {
            try {
                show(checkpoints().restore(id));
                return ExitCode.OK;
            } catch (NoSuchElementException e) {
                throw new UserError("there is no checkpoint " + id, "See: mulligan checkpoint list");
            }
        }
    }

    @picocli.CommandLine.Command(name = "undo", description = "Takes the last restore back.")
    static final class Undo extends OnWorkspace {
        @Override
        public Integer call() throws IOException {
            try {
                show(checkpoints().undo());
                return ExitCode.OK;
            } catch (NoSuchElementException e) {
                throw new UserError("there is no restore to undo", "See: mulligan checkpoint list");
            }
        }
    }
}
