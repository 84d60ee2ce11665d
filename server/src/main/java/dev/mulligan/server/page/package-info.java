/**
 * The dashboard's files and its stream of events.
 *
 * <p>Called by the request handler only. Read {@code EventStream} first.
 */
@NullMarked
package dev.mulligan.server.page;

import org.jspecify.annotations.NullMarked;
