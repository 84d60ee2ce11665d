/**
 * Everything that happened, kept safely: the event store on SQLite and PostgreSQL.
 *
 * <p>Read {@link dev.mulligan.store.EventStore} first. Events are the truth; every other table is a fold over them,
 * written in the same transaction and rebuilt at any time. {@link dev.mulligan.store.EventWriter} gathers events of many
 * threads into one transaction, {@link dev.mulligan.store.report.Analytics} answers questions from the sums.
 */
@NullMarked
package dev.mulligan.store;

import org.jspecify.annotations.NullMarked;
