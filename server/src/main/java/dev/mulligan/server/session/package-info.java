/**
 * Sessions, their requests, and what a person can do about them.
 *
 * <p>Called by the routes. Read {@code SessionApi} first.
 */
@NullMarked
package dev.mulligan.server.session;

import org.jspecify.annotations.NullMarked;
