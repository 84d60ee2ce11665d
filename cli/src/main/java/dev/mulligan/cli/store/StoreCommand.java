package dev.mulligan.cli.store;

import dev.mulligan.cli.support.CommandGroup;

/** {@code mulligan store}: looking after what is kept. */
@picocli.CommandLine.Command(
        name = "store",
        description = "Looks after the store: import, backup, retention, rebuilding.",
        subcommands = {StoreImport.class, StoreAdopt.class, StoreBackup.class, StoreRetain.class, StoreRebuild.class},
        footer = {
            "",
            "Examples:",
            "  mulligan store import",
            "  mulligan store adopt            the events of a .mulligan/store.db of earlier versions",
            "  mulligan store backup backup.db",
            "  mulligan store retain --days 90",
            "  mulligan store rebuild"
        })
public final class StoreCommand extends CommandGroup {}
