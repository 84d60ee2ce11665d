/**
 * Retry policies: read, checked, changed while the gateway runs.
 *
 * <p>Called by the routes. Read {@code PolicyApi} first.
 */
@NullMarked
package dev.mulligan.server.policy;

import org.jspecify.annotations.NullMarked;
