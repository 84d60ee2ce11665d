package dev.mulligan.orchestrator.run;

import dev.mulligan.Decider;
import dev.mulligan.Decision;
import dev.mulligan.Episode;
import dev.mulligan.GiveUpReason;
import dev.mulligan.Options;
import dev.mulligan.Remedy;
import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.event.Event;
import dev.mulligan.event.QuestionEvent.QuestionAsked;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RunEvent.RunPaused;
import dev.mulligan.failure.Failure;
import dev.mulligan.orchestrator.run.JournalEntry.Asked;
import dev.mulligan.orchestrator.run.JournalEntry.Happened;
import dev.mulligan.orchestrator.run.JournalEntry.Retried;
import dev.mulligan.orchestrator.step.StepInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The durable driver's half of the kernel: the same policy decides as everywhere; a wait becomes a later execution, a
 * question becomes a wait that holds nothing.
 */
final class Retries {

    private final StepScope scope;
    private final Confirm confirm;
    private final BiFunction<String, String, Optional<CostEstimate>> estimates;
    private final double random;

    Retries(
            StepScope scope,
            Confirm confirm,
            BiFunction<String, String, Optional<CostEstimate>> estimates,
            double random) {
        this.scope = scope;
        this.confirm = confirm;
        this.estimates = estimates;
        this.random = random;
    }

    /** What follows a failed try of the command that is due. */
    Performed after(String operation, Position position, Optional<String> model, Failure failure, Instant now) {
        int number = position.episode().failures() + 1;
        Remedy remedy = position.episode().isEmpty()
                ? Remedy.Simple.NOTHING
                : position.episode().last().remedy();
        Episode episode = position.episode().with(new Episode.Entry(number, model, remedy, failure, Duration.ZERO));
        Options options = Options.NONE.addingContext();
        if (scope.ladder().isPresent() && model.isPresent()) {
            options = options.climbing(scope.ladder().get(), model.get());
        }
        Decision decision = scope.policy().decide(episode, new Decider.Moment(Duration.ofDays(365), random, options));
        return carryOut(operation, decision, number, model, failure, now);
    }

    private Performed carryOut(
            String operation, Decision decision, int number, Optional<String> model, Failure failure, Instant now) {
        return switch (decision) {
            case Decision.Retry retry ->
                again(operation, number, retry.delay(), retry.remedy(), failure, now, List.of());
            case Decision.Escalate up -> escalate(operation, up, number, model.orElse("unknown"), failure, now);
            case Decision.FallBack aside ->
                again(
                        operation,
                        number,
                        aside.delay(),
                        new Remedy.FallbackModel(aside.toModel()),
                        failure,
                        now,
                        List.of(new FallbackUsed(operation, model.orElse("unknown"), aside.toModel())));
            case Decision.Ask ask ->
                scope.order().attended() && ask.ifYes() instanceof Decision.Retry retry
                        ? ask(
                                ask.question(),
                                scheduled(operation, number, retry.delay(), retry.remedy(), failure, now),
                                ask.otherwise().why(),
                                "")
                        : carryOut(operation, ask.otherwise(), number, model, failure, now);
            case Decision.GiveUp giveUp -> giveUp(operation, giveUp, number, failure, now);
        };
    }

    private Performed escalate(
            String operation, Decision.Escalate up, int number, String from, Failure failure, Instant now) {
        Remedy remedy = new Remedy.StrongerModel(up.toModel());
        Optional<CostEstimate> estimate = estimates.apply(from, up.toModel());
        if (scope.order().attended() && estimate.filter(confirm::needed).isPresent()) {
            CostEstimate costs = estimate.get();
            return ask(
                    "Go on with " + up.toModel() + " instead of " + from + "? The next attempt costs about "
                            + costs.target() + " instead of " + costs.current() + ".",
                    scheduled(operation, number, up.delay(), remedy, failure, now),
                    "the escalation to " + up.toModel() + " was declined",
                    failure.message());
        }
        return again(
                operation,
                number,
                up.delay(),
                remedy,
                failure,
                now,
                List.of(new ModelEscalated(operation, from, up.toModel(), up.reason())));
    }

    private Performed giveUp(String operation, Decision.GiveUp giveUp, int number, Failure failure, Instant now) {
        if (giveUp.reason() == GiveUpReason.LONG_WAIT && giveUp.resumeIn().isPresent()) {
            // A usage window: the run sleeps in the store and holds nothing until it opens again.
            Duration wait = giveUp.resumeIn().get();
            return again(
                    operation,
                    number,
                    wait,
                    Remedy.Simple.WAIT,
                    failure,
                    now,
                    List.of(new RunPaused("usage_window", Optional.of(now.plus(wait)))));
        }
        Event exhausted = new RetryExhausted(
                operation,
                number,
                giveUp.reason(),
                giveUp.why(),
                failure,
                giveUp.resumeIn().map(now::plus));
        return Performed.now(
                new Happened(
                        new StepInput.AgentGaveUp(failure.message() + " (" + giveUp.why() + ")"),
                        failure.message(),
                        ""),
                List.of(exhausted),
                Optional.empty());
    }

    private Performed again(
            String operation,
            int number,
            Duration delay,
            Remedy remedy,
            Failure failure,
            Instant now,
            List<Event> also) {
        RetryScheduled scheduled = scheduled(operation, number, delay, remedy, failure, now);
        List<Event> events = new ArrayList<>(List.of(scheduled));
        events.addAll(also);
        return new Performed(
                new Retried(scheduled),
                Optional.empty(),
                events,
                Optional.empty(),
                Optional.of(scheduled.nextRetryAt()),
                false,
                false);
    }

    private RetryScheduled scheduled(
            String operation, int number, Duration delay, Remedy remedy, Failure failure, Instant now) {
        return new RetryScheduled(
                operation,
                number + 1,
                scope.policy().maxAttempts(),
                delay.toMillis(),
                now.plus(delay),
                remedy,
                failure);
    }

    private Performed ask(String question, RetryScheduled ifYes, String otherwise, String context) {
        String id = "q-" + scope.runId() + "-" + scope.step().id() + "-" + ifYes.attempt() + "-"
                + ifYes.operationId().hashCode();
        return new Performed(
                new Asked(id, ifYes, otherwise),
                Optional.empty(),
                List.of(new QuestionAsked(id, question, List.of("yes", "no"), context)),
                Optional.empty(),
                Optional.empty(),
                true,
                false);
    }
}
