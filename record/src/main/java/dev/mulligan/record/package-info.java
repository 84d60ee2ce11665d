/** The facts that are stored: one sealed interface per topic, one record per event. Here is no storage; traces, stores, screens and analytics fold these. */
@NullMarked
package dev.mulligan.record;

import org.jspecify.annotations.NullMarked;
