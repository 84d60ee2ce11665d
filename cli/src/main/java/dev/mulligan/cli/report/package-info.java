/**
 * What history tells: {@code report}, {@code history}, {@code recommend}, {@code retry-config}, {@code lab}.
 *
 * <p>Read {@link dev.mulligan.cli.report.ReportCommand} first.
 */
@NullMarked
package dev.mulligan.cli.report;

import org.jspecify.annotations.NullMarked;
