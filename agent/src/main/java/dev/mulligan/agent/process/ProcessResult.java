package dev.mulligan.agent.process;

import java.util.OptionalInt;

/**
 * A process that is over.
 *
 * @param exitCode empty when it never started; 128 + n when signal n ended it
 * @param stdout head and tail of what it printed
 */
public record ProcessResult(ProcessEnding ending, OptionalInt exitCode, String stdout, String stderr) {}
