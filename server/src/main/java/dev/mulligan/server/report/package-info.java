/**
 * Figures over time: analytics, learning, strategies, the lab.
 *
 * <p>Called by the routes. Read {@code HistoryApi} first.
 */
@NullMarked
package dev.mulligan.server.report;

import org.jspecify.annotations.NullMarked;
