package dev.mulligan.record;

import dev.mulligan.event.Event;

/** What the programs around the library record: runs and steps, requests, advice. {@link EventTypes} knows all events. */
public sealed interface ProgramEvent extends Event
        permits RunEvent,
                StepEvent,
                AttemptEvent,
                VerificationEvent,
                PatchEvent,
                WorkspaceEvent,
                CandidateEvent,
                DiagnosisEvent,
                ProviderEvent,
                AdaptEvent,
                QuestionEvent,
                PolicyEvent {}
