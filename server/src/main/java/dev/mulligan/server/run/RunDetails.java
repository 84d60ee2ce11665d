package dev.mulligan.server.run;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.AdaptEvent;
import dev.mulligan.record.AttemptEvent;
import dev.mulligan.record.CandidateEvent;
import dev.mulligan.record.DiagnosisEvent;
import dev.mulligan.record.PatchEvent;
import dev.mulligan.record.RunEvent;
import dev.mulligan.record.StepEvent;
import dev.mulligan.record.VerificationEvent;
import dev.mulligan.record.WorkspaceEvent;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlException;
import dev.mulligan.text.YamlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run as its page shows it: a fold over its events, step by step. */
final class RunDetails {

    private static final int MOST_NOTES = 300;

    private final Map<String, StepDetails> steps = new LinkedHashMap<>();
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
                    StepDetails planned = step(id.get());
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

    /** What the workers know goes beyond the events: a step that was skipped, waits for a person or was stopped. */
    void stand(Map<String, String> standings) {
        standings.forEach((id, standing) -> step(id).facts.put("status", standing));
    }

    List<Map<String, Object>> steps() {
        return steps.values().stream().map(StepDetails::shown).toList();
    }

    List<JsonObject> notes() {
        return List.copyOf(notes);
    }

    private StepDetails step(String id) {
        return steps.computeIfAbsent(id, fresh -> {
            StepDetails step = new StepDetails();
            step.facts.put("id", id);
            step.facts.put("status", "open");
            return step;
        });
    }

    void add(Recorded recorded) {
        switch (recorded.event()) {
            case StepEvent e -> step(recorded, e);
            case AttemptEvent e -> attempt(recorded, e);
            case VerificationEvent.VerificationFinished e -> verified(recorded, e);
            case CandidateEvent e -> candidate(recorded, e);
            case PatchEvent e -> patch(recorded, e);
            case RetryEvent e -> retry(recorded, e);
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

    private void verified(Recorded recorded, VerificationEvent.VerificationFinished e) {
        StepDetails step = step(e.stepId());
        step.verifications.add(Json.object(
                "at", recorded.at(),
                "attempt", e.attempt(),
                "passed", e.passed(),
                "outcome", e.outcome(),
                "tests", e.tests(),
                "failures", e.failures(),
                "durationMs", e.durationMs(),
                "summary", e.summary()));
        String tests = e.tests() > 0 ? ", " + e.tests() + " tests, " + e.failures() + " failed" : "";
        step.say(
                recorded,
                "verification",
                e.outcome().replace('_', ' ') + tests,
                "good",
                e.passed(),
                "ms",
                e.durationMs(),
                "detail",
                e.passed()
                        ? Optional.empty()
                        : e.output().or(() -> Optional.of(e.summary())).filter(text -> !text.isBlank()));
    }

    /** What was decided after a failed attempt. */
    private void retry(Recorded recorded, RetryEvent event) {
        StepDetails step = step(stepOf(event.operationId()));
        switch (event) {
            case RetryEvent.RetryScheduled e ->
                step.say(
                        recorded,
                        "decision",
                        "another attempt, " + e.attempt() + " of " + e.maxAttempts() + ", in "
                                + Duration.ofMillis(e.delayMs()).toSeconds() + " s");
            case RetryEvent.RetryExhausted e -> step.say(recorded, "decision", "no further attempt: " + e.why());
            case RetryEvent.ModelEscalated e ->
                step.say(recorded, "escalated", "from " + e.fromModel() + " to " + e.toModel());
            case RetryEvent.FallbackUsed e ->
                step.say(
                        recorded,
                        "escalated",
                        e.toModel() + " instead of " + e.fromModel() + ", which could not serve");
            case RetryEvent.AttemptRefused e -> step.say(recorded, "decision", "held back: " + e.why());
            case RetryEvent.AttemptDelayed e -> step.say(recorded, "wait", e.why(), "ms", e.delayMs());
            case RetryEvent.RetrySucceeded e -> {}
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
        StepDetails step = step(event.stepId());
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
            case StepEvent.RepairAttempted e -> {
                step.facts.put("repairs", e.iteration());
                step.say(
                        recorded,
                        "repair",
                        "number " + e.iteration() + (e.freshContext() ? ", with a fresh context" : ""));
            }
        }
    }

    private void attempt(Recorded recorded, AttemptEvent event) {
        StepDetails step = step(stepOf(event.operationId()));
        switch (event) {
            case AttemptEvent.AttemptStarted e ->
                step.say(
                        recorded,
                        "started",
                        e.attempt() + " of " + e.maxAttempts()
                                + e.model().map(model -> " on " + model).orElse("")
                                + e.strategy().map(strategy -> ", " + strategy).orElse(""));
            case AttemptEvent.AgentChunk e -> step.said(e.text());
            case AttemptEvent.AttemptFinished e -> {
                step.attempts.add(Json.object(
                        "attemptNumber", step.attempts.size() + 1,
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
                step.say(
                        recorded,
                        "finished",
                        e.success()
                                ? "worked"
                                : e.failure().map(Failure::message).orElse("failed"),
                        "good",
                        e.success(),
                        "ms",
                        e.durationMs(),
                        "costMicros",
                        e.costMicros());
            }
        }
    }

    /** Operations of a step carry its id in front, such as {@code step/code}. */
    private String stepOf(String operation) {
        int slash = operation.indexOf('/');
        String head = slash < 0 ? operation : operation.substring(0, slash);
        return steps.containsKey(operation) ? operation : head;
    }

    private void candidate(Recorded recorded, CandidateEvent event) {
        StepDetails step = step(event.stepId());
        switch (event) {
            case CandidateEvent.CandidateGenerated e -> {
                // A number that was seen before belongs to the next round, and so does the change proposed for it.
                if (!step.ofRound.add(e.candidate())) {
                    step.round++;
                    step.ofRound.clear();
                    step.ofRound.add(e.candidate());
                }
                Map<String, Object> candidate = new LinkedHashMap<>();
                candidate.put("round", step.round);
                candidate.put("candidate", e.candidate());
                candidate.put("artifact", Optional.ofNullable(step.proposed.remove(e.candidate())));
                candidate.put("valid", e.valid());
                candidate.put("model", e.model());
                candidate.put("variation", e.variation());
                candidate.put("error", e.error());
                step.candidates.add(candidate);
            }
            case CandidateEvent.CandidateSelected e -> {
                step.facts.put(
                        "selected", Json.object("candidate", e.candidate(), "how", e.how(), "passed", e.passed()));
                step.say(
                        recorded,
                        "chosen",
                        "candidate " + e.candidate() + ", " + e.how().replace('_', ' '),
                        "good",
                        e.passed());
            }
            case CandidateEvent.JudgeDecided e -> step.facts.put("judge", e.rationale());
            case CandidateEvent.JudgeFailed e -> step.facts.put("judge", List.of(e.error()));
            case CandidateEvent.JudgeInvoked e -> step.facts.put("judgeReason", e.reason());
        }
    }

    private void patch(Recorded recorded, PatchEvent event) {
        StepDetails step = step(event.stepId());
        switch (event) {
            case PatchEvent.PatchProposed e -> {
                step.propose(e.attempt(), e.artifact());
                step.patches.add(Json.object(
                        "attempt", e.attempt(), "files", e.files(), "lines", e.lines(), "artifact", e.artifact()));
                step.say(
                        recorded,
                        "change",
                        e.lines() + " lines in " + String.join(", ", e.files()),
                        "artifact",
                        e.artifact());
            }
            case PatchEvent.PatchApplied e ->
                step.patches.add(Json.object("attempt", e.attempt(), "files", e.files(), "applied", e.rung()));
            case PatchEvent.PatchApplyFailed e -> {
                step.patches.add(
                        Json.object("attempt", e.attempt(), "kind", e.kind(), "file", e.file(), "error", e.error()));
                step.say(recorded, "refused", e.file() + ": " + e.error(), "good", false);
            }
        }
    }
}
