package dev.mulligan.cli.store;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.workspace.git.TrackedFiles;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;

/** {@code mulligan store adopt}: what a store in the workspace knows, without the runs that it would carry out. */
@picocli.CommandLine.Command(
        name = "adopt",
        description = "Brings the events of .mulligan/store.db, where earlier versions kept them, over as data.",
        footer = {
            "",
            "Reports, history and learning see them. Runs that were open there are not continued: start them again.",
            "",
            "Exit codes: 0 done, 2 there is no such store, or it is not yours."
        })
final class StoreAdopt extends Command {

    private static final int PAGE = 1_000;

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        Path old = place.home.resolve("store.db");
        if (!Files.isRegularFile(old, LinkOption.NOFOLLOW_LINKS)) {
            throw new UserError("there is no store " + old, "Nothing has to be adopted.");
        }
        if (!StateFolder.isOurs(old) || TrackedFiles.contain(old)) {
            throw new UserError(
                    old + " belongs to another user or is tracked by git, so it may have come with a clone",
                    "What it says would become advice for your agents. Copy it out of the repository if you trust it.");
        }
        long fresh = place.with(environment(), store -> bring(old, store));
        screen().line("brought " + fresh + " events over from " + old + "; the file is not needed any more");
        return ExitCode.OK;
    }

    /** From a copy: opening a store may change it. */
    private long bring(Path old, EventStore into) throws IOException {
        Path folder = StateFolder.makeFolder(StoreAddress.state(place.home).resolve("adopting"));
        try {
            for (String end : List.of("", "-wal")) {
                Path part = old.resolveSibling(old.getFileName() + end);
                if (Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
                    Files.copy(part, folder.resolve("store.db" + end));
                }
            }
            try (EventStore from = EventStore.open(folder.resolve("store.db").toString())) {
                return copy(from, into);
            } catch (StoreException e) {
                throw new UserError(String.valueOf(e.getMessage()), e.advice());
            }
        } finally {
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder)) {
                for (Path part : parts) {
                    Files.deleteIfExists(part);
                }
            }
            Files.deleteIfExists(folder);
        }
    }

    private static long copy(EventStore from, EventStore into) {
        long fresh = 0;
        long position = 0;
        while (true) {
            List<Positioned> page = from.since(position, PAGE);
            if (page.isEmpty()) {
                return fresh;
            }
            fresh += into.append(page.stream().map(Positioned::recorded).toList());
            position = page.getLast().position();
        }
    }
}
