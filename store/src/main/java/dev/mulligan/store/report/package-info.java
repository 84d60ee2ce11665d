/**
 * Sums by hour and day, and the reports and alerts made of them.
 *
 * <p>Other modules ask {@code Analytics} with an {@code AnalyticsQuery}. Read {@code Analytics} first.
 */
@NullMarked
package dev.mulligan.store.report;

import org.jspecify.annotations.NullMarked;
