/** What happened to a step, row by row, and where that leaves it. {@code RunLog} is the only way to write: rows and events in one transaction, then everybody hears of it. Start with {@code JournalEntry} and {@code Position}. */
@NullMarked
package dev.mulligan.orchestrator.journal;

import org.jspecify.annotations.NullMarked;
