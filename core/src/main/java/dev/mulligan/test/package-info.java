/**
 * For tests of programs that recover: time that moves when told to, failures in a script.
 *
 * <p>Read {@link dev.mulligan.test.ManualTime} first. Ships in the main jar, since users' tests need it as much as ours.
 */
@NullMarked
package dev.mulligan.test;

import org.jspecify.annotations.NullMarked;
