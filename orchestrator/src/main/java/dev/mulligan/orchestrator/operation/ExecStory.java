package dev.mulligan.orchestrator.operation;

import dev.mulligan.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.AttemptEvent.AttemptFinished;
import dev.mulligan.event.AttemptEvent.AttemptStarted;
import dev.mulligan.event.RunEvent.RunFinished;
import dev.mulligan.event.RunEvent.RunStarted;
import dev.mulligan.event.StepEvent.StepFinished;
import dev.mulligan.event.StepEvent.StepStarted;
import dev.mulligan.event.VerificationEvent.VerificationFinished;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.ToolError;
import dev.mulligan.failure.Failure;
import dev.mulligan.learn.LearningRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Tells what happens as events, and at the end what was learnt: by what the command showed and nothing else. */
final class ExecStory {

    private static final String OPERATION = "exec";

    private final ExecOrder order;
    private final ExecMemory memory;
    private final InstantSource clock;
    private final Instant started;
    private final String project;
    private Instant tryStarted;

    ExecStory(ExecOrder order, ExecMemory memory, InstantSource clock) {
        this.order = order;
        this.memory = memory;
        this.clock = clock;
        this.started = clock.instant();
        this.tryStarted = started;
        this.project = String.valueOf(order.workspace().getFileName());
    }

    void begins() {
        memory.happened(new RunStarted(
                project, "exec " + stage(), "L1", order.workspace().toString(), 1));
        memory.happened(new StepStarted(order.item(), stage(), "L1"));
    }

    private String stage() {
        return order.kind().wireName();
    }

    void tries(int attempt, int of, Optional<String> strategy) {
        tryStarted = clock.instant();
        memory.happened(
                new AttemptStarted(OPERATION, stage(), attempt, of, order.model(), Remedy.Simple.NOTHING, strategy));
    }

    void tried(int attempt, Optional<String> strategy, Explanation seen, Optional<Failure> failure) {
        long millis = Duration.between(tryStarted, clock.instant()).toMillis();
        boolean passed = failure.isEmpty();
        memory.happened(new VerificationFinished(
                order.item(),
                attempt,
                passed,
                passed ? "passed" : seen.tests().noEvidence() ? "no_evidence" : "failed",
                seen.signature(),
                seen.tests().ran().orElse(0),
                seen.failing().size(),
                millis,
                seen.summary()));
        memory.happened(new AttemptFinished(
                OPERATION,
                stage(),
                attempt,
                passed,
                millis,
                order.model(),
                strategy,
                failure,
                project,
                Optional.empty(),
                Optional.empty(),
                Usage.NONE,
                0));
    }

    void ends(boolean success, String outcome, int attempts, Optional<Failure> failure) {
        long millis = Duration.between(started, clock.instant()).toMillis();
        memory.happened(new StepFinished(order.item(), stage(), success, outcome, attempts, millis, 0, false, failure));
        memory.happened(new RunFinished(success, outcome, success ? 1 : 0, success ? 0 : 1, 0, millis));
    }

    /** Only when something failed: a pass at the first try teaches nothing. */
    Optional<String> learns(
            boolean success, List<ExecReport.Try> tries, Optional<Explanation> failed, List<String> files) {
        List<String> fixes = tries.stream()
                .map(ExecReport.Try::fix)
                .flatMap(Optional::stream)
                .toList();
        if (failed.isEmpty() || (success && fixes.isEmpty())) {
            return Optional.empty();
        }
        Explanation failure = failed.get();
        List<String> involved = files.isEmpty()
                ? failure.errors().stream()
                        .map(ToolError::file)
                        .flatMap(Optional::stream)
                        .distinct()
                        .limit(20)
                        .toList()
                : files;
        return memory.learn(new LearningRecord(
                "",
                clock.instant(),
                stage(),
                failure.signature(),
                Headline.of(failure),
                involved,
                tries.size(),
                success ? fixes.subList(0, fixes.size() - 1) : fixes,
                success ? Optional.of(fixes.getLast()) : Optional.empty(),
                category(failure),
                success ? "Check " + String.join(", ", involved) + " before running it." : ""));
    }

    private static String category(Explanation failure) {
        boolean tests = failure.errors().stream().anyMatch(error -> error.test().isPresent());
        return tests ? "logic" : failure.errors().isEmpty() ? "environment" : "syntax";
    }
}
