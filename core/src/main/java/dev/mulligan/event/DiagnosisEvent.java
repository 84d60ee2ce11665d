package dev.mulligan.event;

import java.util.List;

/** Stepping back to ask why, after repairs that did not help. */
public sealed interface DiagnosisEvent extends Event {

    String stepId();

    record DiagnosisStarted(String stepId, String trigger, int failures) implements DiagnosisEvent {}

    record DiagnosisCompleted(String stepId, List<String> hypotheses, long durationMs) implements DiagnosisEvent {}
}
