package dev.mulligan.server.run;

import dev.mulligan.event.AdaptEvent;
import dev.mulligan.event.AttemptEvent;
import dev.mulligan.event.CandidateEvent;
import dev.mulligan.event.DiagnosisEvent;
import dev.mulligan.event.PatchEvent;
import dev.mulligan.event.RunEvent;
import dev.mulligan.event.StepEvent;
import dev.mulligan.event.VerificationEvent;
import dev.mulligan.event.WorkspaceEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import dev.mulligan.wire.Yaml;
import dev.mulligan.wire.YamlException;
import dev.mulligan.wire.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run as its page shows it: a fold over its events, step by step. */
final class RunDetails {

    private static final int MOST_NOTES = 300;

    /** One step in the making. */
    private static final class Step {
        private final Map<String, Object> facts = new LinkedHashMap<>();
        private final List<JsonObject> attempts = new ArrayList<>();
        private final List<JsonObject> verifications = new ArrayList<>();
        private final List<JsonObject> candidates = new ArrayList<>();
        private final List<JsonObject> patches = new ArrayList<>();
        private final List<String> hypotheses = new ArrayList<>();

        Map<String, Object> shown() {
            Map<String, Object> shown = new LinkedHashMap<>(facts);
            shown.put("attemptsMade", attempts);
            shown.put("verifications", verifications);
            shown.put("candidates", candidates);
            shown.put("patches", patches);
            shown.put("diagnosis", hypotheses);
            return shown;
        }
    }

    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final List<JsonObject> notes = new ArrayList<>();

    RunDetails(Optional<String> plan) {
        plan.ifPresent(this::readPlan);
    }

    /** What is still to come stands in the plan only. */
    private void readPlan(String text) {
        try {
            for (YamlValue item : Yaml.parse("plan", text).asMapping("a plan").list("steps")) {
                YamlValue.Mapping written = item.asMapping("a step");
                Optional<String> id = written.text("id");
                if (id.isPresent()) {
                    Step planned = step(id.get());
                    planned.facts.put("stage", written.text("action").orElse(""));
                    planned.facts.put(
                            "needs",
                            written.list("needs").stream()
                                    .map(need -> String.valueOf(need.plain()))
                                    .toList());
                }
            }
        } catch (YamlException unreadable) {
            note("plan", "the plan cannot be shown");
        }
    }

    List<Map<String, Object>> steps() {
        return steps.values().stream().map(Step::shown).toList();
    }

    List<JsonObject> notes() {
        return List.copyOf(notes);
    }

    private Step step(String id) {
        return steps.computeIfAbsent(id, fresh -> {
            Step step = new Step();
            step.facts.put("id", id);
            step.facts.put("status", "waiting");
            return step;
        });
    }

    void add(Recorded recorded) {
        switch (recorded.event()) {
            case StepEvent e -> step(recorded, e);
            case AttemptEvent e -> attempt(recorded, e);
            case VerificationEvent.VerificationFinished e ->
                step(e.stepId())
                        .verifications
                        .add(Json.object(
                                "at", recorded.at(),
                                "attempt", e.attempt(),
                                "passed", e.passed(),
                                "outcome", e.outcome(),
                                "tests", e.tests(),
                                "failures", e.failures(),
                                "durationMs", e.durationMs(),
                                "summary", e.summary()));
            case CandidateEvent e -> candidate(e);
            case PatchEvent e -> patch(e);
            case DiagnosisEvent.DiagnosisCompleted e ->
                step(e.stepId()).hypotheses.addAll(e.hypotheses());
            case RunEvent.RunStopped e -> note(recorded, "stopped", e.why());
            case RunEvent.RunPaused e -> note(recorded, "paused", e.reason());
            case RunEvent.RunResumed e -> note(recorded, "resumed", "by " + e.by());
            case RunEvent.RunEscalated e -> note(recorded, "escalated", e.from() + " → " + e.to() + ": " + e.reason());
            case RunEvent.BudgetExceeded e -> note(recorded, "budget", e.kind() + " of " + e.scope() + " is used up");
            case AdaptEvent.CascadeDetected e -> note(recorded, "cascade", e.diagnosis() + " " + e.recommendation());
            case WorkspaceEvent.RollbackPerformed e -> note(recorded, "rollback", e.reason());
            default -> {}
        }
    }

    private void note(Recorded recorded, String kind, String text) {
        if (notes.size() < MOST_NOTES) {
            notes.add(Json.object("at", recorded.at(), "kind", kind, "text", text));
        }
    }

    private void note(String kind, String text) {
        notes.add(Json.object("kind", kind, "text", text));
    }

    private void step(Recorded recorded, StepEvent event) {
        Step step = step(event.stepId());
        switch (event) {
            case StepEvent.StepStarted e -> {
                step.facts.put("stage", e.stage());
                step.facts.put("level", e.level());
                step.facts.put("status", "running");
                step.facts.put("startedAt", recorded.at());
            }
            case StepEvent.StepFinished e -> {
                step.facts.put("stage", e.stage());
                step.facts.put("status", e.success() ? "passed" : "failed");
                step.facts.put("outcome", e.outcome());
                step.facts.put("endedAt", recorded.at());
                step.facts.put("durationMs", e.durationMs());
                step.facts.put("costMicros", e.costMicros());
                step.facts.put("judgeUsed", e.judgeUsed());
                step.facts.put("error", e.failure().map(Failure::message));
            }
            case StepEvent.IterationStarted e -> step.facts.put("iteration", e.iteration());
            case StepEvent.RepairAttempted e -> step.facts.put("repairs", e.iteration());
        }
    }

    private void attempt(Recorded recorded, AttemptEvent event) {
        if (event instanceof AttemptEvent.AttemptFinished e) {
            List<JsonObject> attempts = step(stepOf(e.operationId())).attempts;
            attempts.add(Json.object(
                    "attemptNumber", attempts.size() + 1,
                    "operation", e.operationId(),
                    "timestamp", recorded.at(),
                    "succeeded", e.success(),
                    "model", e.model(),
                    "strategy", e.strategy(),
                    "durationMs", e.durationMs(),
                    "costMicros", e.costMicros(),
                    "error", e.failure().map(f -> f.errorType().wireName()),
                    "failureType", e.failure().map(f -> f.type().wireName()),
                    "errorMessage", e.failure().map(Failure::message)));
        }
    }

    /** Operations of a step carry its id in front, such as {@code step/code}. */
    private String stepOf(String operation) {
        int slash = operation.indexOf('/');
        String head = slash < 0 ? operation : operation.substring(0, slash);
        return steps.containsKey(operation) ? operation : head;
    }

    private void candidate(CandidateEvent event) {
        Step step = step(event.stepId());
        switch (event) {
            case CandidateEvent.CandidateGenerated e ->
                step.candidates.add(Json.object(
                        "candidate", e.candidate(),
                        "valid", e.valid(),
                        "model", e.model(),
                        "variation", e.variation(),
                        "error", e.error()));
            case CandidateEvent.CandidateSelected e ->
                step.facts.put(
                        "selected", Json.object("candidate", e.candidate(), "how", e.how(), "passed", e.passed()));
            case CandidateEvent.JudgeDecided e -> step.facts.put("judge", e.rationale());
            case CandidateEvent.JudgeFailed e -> step.facts.put("judge", List.of(e.error()));
            case CandidateEvent.JudgeInvoked e -> step.facts.put("judgeReason", e.reason());
        }
    }

    private void patch(PatchEvent event) {
        Step step = step(event.stepId());
        switch (event) {
            case PatchEvent.PatchProposed e ->
                step.patches.add(Json.object(
                        "attempt", e.attempt(), "files", e.files(), "lines", e.lines(), "artifact", e.artifact()));
            case PatchEvent.PatchApplied e ->
                step.patches.add(Json.object("attempt", e.attempt(), "files", e.files(), "applied", e.rung()));
            case PatchEvent.PatchApplyFailed e ->
                step.patches.add(
                        Json.object("attempt", e.attempt(), "kind", e.kind(), "file", e.file(), "error", e.error()));
        }
    }
}
