/**
 * What outsiders see: metrics, access log, spans. All of it hears the facts of {@code options} and changes nothing.
 */
@NullMarked
package dev.mulligan.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
