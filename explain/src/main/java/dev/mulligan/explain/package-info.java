/**
 * What a failing tool run says: which tests or diagnostics, where, why, and an identity that survives a re-run.
 *
 * <p>Start at {@link dev.mulligan.explain.Explainer}; {@link dev.mulligan.explain.Explanation} is what it gives back and
 * {@link dev.mulligan.explain.RepairProgress} compares several of them. Everything that ends in {@code ToolParser} reads one
 * tool's output or one report format; {@code PlacedLinesParser} and {@code BestLineParser} read tools that nobody knows,
 * by way of {@code Complaint}, {@code NoiseLines} and {@code PlaceReader}. {@code Masks} decides which differences between
 * two runs do not count.
 */
@NullMarked
package dev.mulligan.explain;

import org.jspecify.annotations.NullMarked;
