/**
 * The databases: connections, transactions, migrations, SQL helpers.
 *
 * <p>Called by the other packages of the store only. Read {@code Database} first.
 */
@NullMarked
package dev.mulligan.store.sql;

import org.jspecify.annotations.NullMarked;
