/**
 * What another policy would have done.
 *
 * <p>Read {@link dev.mulligan.store.lab.Replay} first: recorded failures against a policy, with the uncertainty stated.
 * {@link dev.mulligan.store.lab.Simulation} makes failures up.
 */
@NullMarked
package dev.mulligan.store.lab;

import org.jspecify.annotations.NullMarked;
