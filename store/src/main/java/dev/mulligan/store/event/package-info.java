/**
 * Events in the store, and the lists that are worked out from them.
 *
 * <p>Other modules read through {@code Views}, {@code SessionViews} and {@code EventFeed}. Read {@code EventLog} first.
 */
@NullMarked
package dev.mulligan.store.event;

import org.jspecify.annotations.NullMarked;
