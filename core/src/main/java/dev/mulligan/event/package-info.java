/**
 * Facts about what happened: the only output of the engine.
 *
 * <p>Read {@link dev.mulligan.event.Event} first. Events are built only when somebody listens.
 */
@NullMarked
package dev.mulligan.event;

import org.jspecify.annotations.NullMarked;
