/** JSON and YAML as plain values that know their line and column, and text made safe for terminals. */
@NullMarked
package dev.mulligan.text;

import org.jspecify.annotations.NullMarked;
