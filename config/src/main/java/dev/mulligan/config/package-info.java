/**
 * What people write down: {@code mulligan.yaml} in a project and {@code config.yaml} in the user's config folder.
 *
 * <p>Read {@link dev.mulligan.config.Config} first. Every mistake names file, line and field.
 */
@NullMarked
package dev.mulligan.config;

import org.jspecify.annotations.NullMarked;
