/**
 * One call and its reply, apart from what it is about.
 *
 * <p>Called by every endpoint. Read {@code Call} first.
 */
@NullMarked
package dev.mulligan.server.http;

import org.jspecify.annotations.NullMarked;
