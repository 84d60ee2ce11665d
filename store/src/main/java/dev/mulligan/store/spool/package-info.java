/**
 * Events that the store cannot take at the moment wait on the disk.
 *
 * <p>Read {@link dev.mulligan.store.spool.SpoolingWriter} first: it writes to the store while it can, and to
 * {@code EventSpool} while it cannot.
 */
@NullMarked
package dev.mulligan.store.spool;

import org.jspecify.annotations.NullMarked;
