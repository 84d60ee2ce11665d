/**
 * Where advice gets its history and settings from: files and the event store.
 *
 * <p>Read {@link dev.mulligan.store.adapt.Adviser} first. Whatever is wrong with a file, advice goes on with less: one
 * warning, the bad file kept aside, never an exception.
 */
@NullMarked
package dev.mulligan.store.adapt;

import org.jspecify.annotations.NullMarked;
