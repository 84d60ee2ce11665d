/**
 * Care of the store: {@code store import}, {@code backup}, {@code retain}, {@code rebuild}, {@code adopt}.
 *
 * <p>Read {@link dev.mulligan.cli.store.StoreCommand} first.
 */
@NullMarked
package dev.mulligan.cli.store;

import org.jspecify.annotations.NullMarked;
