package dev.mulligan.event;

/** One fact. Traces, screens, analytics and resume are folds over these. */
public sealed interface Event
        permits RunEvent,
                StepEvent,
                AttemptEvent,
                VerificationEvent,
                PatchEvent,
                WorkspaceEvent,
                CandidateEvent,
                DiagnosisEvent,
                ProviderEvent,
                RetryEvent,
                CircuitEvent,
                AdaptEvent,
                QuestionEvent,
                PolicyEvent {

    /** The name in traces: the record's own. */
    default String type() {
        return getClass().getSimpleName();
    }
}
