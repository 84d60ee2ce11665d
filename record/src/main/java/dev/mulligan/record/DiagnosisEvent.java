package dev.mulligan.record;

import java.util.List;

/** Stepping back to ask why, after repairs that did not help. */
public sealed interface DiagnosisEvent extends ProgramEvent {

    String stepId();

    record DiagnosisStarted(String stepId, String trigger, int failures) implements DiagnosisEvent {}

    record DiagnosisCompleted(String stepId, List<String> hypotheses, long durationMs) implements DiagnosisEvent {}
}
