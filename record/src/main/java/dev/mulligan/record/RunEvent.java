package dev.mulligan.record;

import java.time.Instant;
import java.util.Optional;

/** The life of a whole run, from the plan being taken up to its end. */
public sealed interface RunEvent extends ProgramEvent {

    /** {@code level}: {@code L1}, {@code L2}, {@code L3} or {@code auto} */
    record RunStarted(String project, String name, String level, String workspace, int steps) implements RunEvent {}

    record RunFinished(
            boolean success, String outcome, int stepsPassed, int stepsFailed, long costMicros, long durationMs)
            implements RunEvent {}

    /** Ended before its plan did: {@code reason} is a word for programs, {@code why} a sentence for people. */
    record RunStopped(String reason, String why) implements RunEvent {}

    /** From one level to another, such as {@code L2} to {@code L3}. */
    record RunEscalated(String from, String to, String reason, Optional<String> stepId) implements RunEvent {}

    record RunPaused(String reason, Optional<Instant> resumeAt) implements RunEvent {}

    record RunResumed(String by) implements RunEvent {}

    /** {@code kind}: {@code money}, {@code time}, {@code calls} or {@code attempts}; {@code used} and {@code limit} in its unit */
    record BudgetExceeded(String scope, String kind, long used, long limit) implements RunEvent {}
}
