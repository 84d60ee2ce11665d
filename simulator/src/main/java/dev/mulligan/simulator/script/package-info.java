/**
 * What goes wrong and when. {@link dev.mulligan.simulator.script.Fault} names every way to fail, {@link
 * dev.mulligan.simulator.script.Script} says when.
 */
@NullMarked
package dev.mulligan.simulator.script;

import org.jspecify.annotations.NullMarked;
