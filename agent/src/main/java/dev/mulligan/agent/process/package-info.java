/** Processes with an end: started in a group of their own, limited in time, silence and output, and ended with everything they started. Start with {@code ChildProcess}. */
@NullMarked
package dev.mulligan.agent.process;

import org.jspecify.annotations.NullMarked;
