/**
 * JSON and YAML as plain Java values.
 *
 * <p>Read {@link dev.mulligan.wire.Json} for lines and bodies of JSON, {@link dev.mulligan.wire.Yaml} for files people
 * write: there every value knows its line.
 */
@NullMarked
package dev.mulligan.wire;

import org.jspecify.annotations.NullMarked;
