package dev.mulligan.orchestrator.run;

import dev.mulligan.Decider;
import dev.mulligan.Decision;
import dev.mulligan.Episode;
import dev.mulligan.GiveUpReason;
import dev.mulligan.Options;
import dev.mulligan.Remedy;
import dev.mulligan.agent.ProcessLimits;
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

    private static final Duration FOREVER = Duration.ofDays(365);
    private static final Duration SHORTEST = Duration.ofMillis(100);

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

    /** What one attempt may take: the policy's own limit, and what is left before its deadline. */
    ProcessLimits within(ProcessLimits limits, Optional<Instant> since, Instant now) {
        Duration most = scope.policy()
                .attemptTimeout()
                .filter(own -> own.compareTo(limits.timeout()) < 0)
                .orElse(limits.timeout());
        Duration left = remaining(since.orElse(now), now);
        Duration bound = left.compareTo(most) < 0 ? left : most;
        Duration timeout = bound.compareTo(SHORTEST) < 0 ? SHORTEST : bound;
        return new ProcessLimits(timeout, limits.silence(), limits.grace());
    }

    private Duration remaining(Instant since, Instant now) {
        return scope.policy()
                .deadline()
                .map(deadline -> deadline.minus(Duration.between(since, now)))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .orElse(FOREVER);
    }

    /**
     * What follows a failed try of the command that is due.
     *
     * @param from when this try began
     */
    Performed after(
            String operation, Position position, Optional<String> model, Failure failure, Instant from, Instant now) {
        int number = position.episode().failures() + 1;
        Instant since = position.since().orElse(from);
        Episode episode = position.episode()
                .with(new Episode.Entry(number, model, position.remedy(), failure, position.delayBefore()));
        Options options = Options.NONE.addingContext();
        if (scope.ladder().isPresent() && model.isPresent()) {
            options = options.climbing(scope.ladder().get(), model.get());
        }
        Decision decision = scope.policy().decide(episode, new Decider.Moment(remaining(since, now), random, options));
        return new Carrying(operation, number, model, since, failure, now).out(decision);
    }

    /** One failed try and the decision about it, as journal rows and events. */
    private final class Carrying {
        private final String operation;
        private final int number;
        private final Optional<String> model;
        private final Instant since;
        private final Failure failure;
        private final Instant now;

        Carrying(String operation, int number, Optional<String> model, Instant since, Failure failure, Instant now) {
            this.operation = operation;
            this.number = number;
            this.model = model;
            this.since = since;
            this.failure = failure;
            this.now = now;
        }

        Performed out(Decision decision) {
            return switch (decision) {
                case Decision.Retry retry -> again(retry.delay(), retry.remedy(), List.of());
                case Decision.Escalate up -> escalate(up);
                case Decision.FallBack aside ->
                    again(
                            aside.delay(),
                            new Remedy.FallbackModel(aside.toModel()),
                            List.of(new FallbackUsed(operation, model.orElse("unknown"), aside.toModel())));
                case Decision.Ask ask ->
                    scope.order().attended() && ask.ifYes() instanceof Decision.Retry retry
                            ? ask(
                                    ask.question(),
                                    retried(retry.delay(), retry.remedy()),
                                    ask.otherwise().why(),
                                    "")
                            : out(ask.otherwise());
                case Decision.GiveUp giveUp -> giveUp(giveUp);
            };
        }

        private Performed escalate(Decision.Escalate up) {
            Remedy remedy = new Remedy.StrongerModel(up.toModel());
            String from = model.orElse("unknown");
            Optional<CostEstimate> estimate = estimates.apply(from, up.toModel());
            if (scope.order().attended() && estimate.filter(confirm::needed).isPresent()) {
                CostEstimate costs = estimate.get();
                return ask(
                        "Go on with " + up.toModel() + " instead of " + from + "? The next attempt costs about "
                                + costs.target() + " instead of " + costs.current() + ".",
                        retried(up.delay(), remedy),
                        "the escalation to " + up.toModel() + " was declined",
                        failure.message());
            }
            return again(up.delay(), remedy, List.of(new ModelEscalated(operation, from, up.toModel(), up.reason())));
        }

        private Performed giveUp(Decision.GiveUp giveUp) {
            if (giveUp.reason() == GiveUpReason.LONG_WAIT && giveUp.resumeIn().isPresent()) {
                // A usage window: the run sleeps in the store and holds nothing until it opens again.
                Duration wait = giveUp.resumeIn().get();
                return again(
                        wait, Remedy.Simple.WAIT, List.of(new RunPaused("usage_window", Optional.of(now.plus(wait)))));
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

        private Performed again(Duration delay, Remedy remedy, List<Event> also) {
            Retried retried = retried(delay, remedy);
            List<Event> events = new ArrayList<>(List.of(retried.event()));
            events.addAll(also);
            return new Performed(
                    retried,
                    Optional.empty(),
                    events,
                    Optional.empty(),
                    Optional.of(retried.event().nextRetryAt()),
                    false,
                    false);
        }

        private Retried retried(Duration delay, Remedy remedy) {
            RetryScheduled scheduled = new RetryScheduled(
                    operation,
                    number + 1,
                    scope.policy().maxAttempts(),
                    delay.toMillis(),
                    now.plus(delay),
                    remedy,
                    failure);
            return new Retried(scheduled, model, since);
        }

        private Performed ask(String question, Retried ifYes, String otherwise, String context) {
            String id = "q-" + scope.runId() + "-" + scope.step().id() + "-"
                    + ifYes.event().attempt() + "-" + operation.hashCode();
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
}
