package dev.mulligan.orchestrator.attempt;

import dev.mulligan.Recovery;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.NextStep;
import dev.mulligan.decide.Options;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.failure.Failure;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Asked;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalEntry.Retried;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunPaused;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The durable driver's half of the kernel: the same policy decides as everywhere; a wait becomes a later execution, a
 * question becomes a wait that holds nothing.
 */
final class Retries {

    private static final Duration FOREVER = Duration.ofDays(365);
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final StepScope scope;
    private final EscalationCosts costs;
    private final double random;

    Retries(StepScope scope, EscalationCosts costs, double random) {
        this.scope = scope;
        this.costs = costs;
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

    Recovery recovery(String operation, Optional<String> model) {
        Recovery recovery = Recovery.of(scope.agentPolicy()).named(operation).confirming(costs);
        return scope.ladder().isPresent() && model.isPresent()
                ? recovery.escalating(scope.ladder().get(), model.get())
                : recovery;
    }

    boolean mustAsk(String from, String to) {
        return costs.estimate(from, to).filter(costs.confirm()::needed).isPresent();
    }

    /** A stronger model for a candidate, with what it is estimated to cost. */
    ModelEscalated escalated(String operation, String from, String to) {
        Optional<CostEstimate> estimate = costs.estimate(from, to);
        return new ModelEscalated(
                operation,
                from,
                to,
                EscalationReason.NON_IMPROVING,
                estimate.map(known -> known.current().micros()),
                estimate.map(known -> known.target().micros()));
    }

    private Duration remaining(Instant since, Instant now) {
        return scope.policy()
                .deadline()
                .map(deadline -> deadline.minus(Duration.between(since, now)))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .orElse(FOREVER);
    }

    /** What follows when the agent failed, before anything could be verified; {@code from} is when this try began. */
    CommandResult afterAgent(
            String operation, Position position, Optional<String> model, Failure failure, Instant from, Instant now) {
        return after(scope.agentPolicy(), operation, position, model, failure, from, now);
    }

    /** What follows when the verifier failed for a cause that may pass by itself. */
    CommandResult afterCheck(String operation, Position position, Failure failure, Instant from, Instant now) {
        int runs = scope.plan().loop().maxRuns();
        boolean mendable = scope.plan().loop().maxIterations() > 0 && runs > 0;
        RetryPolicy policy = scope.policy();
        // Where the runs are counted, the last one is for what an agent mends.
        int most = mendable ? Math.max(1, Math.min(policy.maxAttempts(), runs - 1)) : policy.maxAttempts();
        return after(policy.maxAttempts(most), operation, position, Optional.empty(), failure, from, now);
    }

    /** The failure of a check by the line that the policy names, where there is one: that line decides. */
    Failure named(VerificationResult checked) {
        Failure failure = checked.failure();
        RetryPolicy policy = scope.policy();
        if (policy.retryText().isEmpty() || policy.overrules(failure)) {
            return failure;
        }
        return checked.note()
                .lines()
                .map(line -> failure.withMessage(line.strip()))
                .filter(policy::overrules)
                .findFirst()
                .orElse(failure);
    }

    /** Whether a failed check may pass when it is repeated: by its cause, or because the policy says so. */
    boolean mayPass(VerificationResult checked, Failure failure) {
        return checked.result() == VerificationResult.Result.FAILED
                && (failure.retryable() || scope.policy().overrules(failure));
    }

    private CommandResult after(
            RetryPolicy policy,
            String operation,
            Position position,
            Optional<String> model,
            Failure failure,
            Instant from,
            Instant now) {
        int number = position.episode().failures() + 1;
        Instant since = position.since().orElse(from);
        Episode episode = position.episode()
                .with(new Episode.Entry(number, model, position.remedy(), failure, position.delayBefore()));
        Options options = Options.NONE.addingContext();
        if (scope.ladder().isPresent() && model.isPresent()) {
            options = options.escalating(scope.ladder().get(), model.get());
        }
        NextStep next = NextStep.after(
                episode,
                policy,
                policy.maxAttempts(),
                new Decider.Moment(remaining(since, now), random, options),
                costs,
                now);
        return new Recording(operation, model, since, now).of(next);
    }

    /** The step that follows one failed try, as journal rows and events. */
    private final class Recording {
        private final String operation;
        private final Optional<String> model;
        private final Instant since;
        private final Instant now;

        Recording(String operation, Optional<String> model, Instant since, Instant now) {
            this.operation = operation;
            this.model = model;
            this.since = since;
            this.now = now;
        }

        CommandResult of(NextStep next) {
            return switch (next) {
                case NextStep.TryAgain again -> again(again, List.of());
                case NextStep.AskFirst ask -> scope.order().attended() ? ask(ask) : of(unattended(ask));
                case NextStep.End end -> end(end);
            };
        }

        /** Nobody can be asked: what needs no wait of hours goes on, and the price is on record. */
        private NextStep unattended(NextStep.AskFirst ask) {
            return ask.ifYes().change().isPresent() ? ask.ifYes() : ask.otherwise();
        }

        private CommandResult end(NextStep.End end) {
            boolean comesBack = end.decision().reason() == GiveUpReason.LONG_WAIT
                    && end.resumeAt().isPresent();
            if (comesBack) {
                // A usage window: the run sleeps in the store and holds nothing until it opens again.
                Instant opens = end.resumeAt().get();
                return again(
                        new NextStep.TryAgain(
                                end.attempts() + 1,
                                scope.policy().maxAttempts(),
                                Duration.between(now, opens),
                                opens,
                                Remedy.Simple.WAIT,
                                model,
                                Optional.empty(),
                                end.failure()),
                        List.of(new RunPaused("usage_window", Optional.of(opens))));
            }
            String message = end.failure().message();
            return CommandResult.now(
                    new Happened(
                            new StepInput.AgentGaveUp(
                                    message + " (" + end.decision().why() + ")"),
                            message,
                            ""),
                    List.copyOf(end.events(operation)),
                    Optional.empty());
        }

        private CommandResult again(NextStep.TryAgain again, List<Event> also) {
            List<Event> events = new ArrayList<>(again.events(operation));
            events.addAll(also);
            return new CommandResult(
                    retried(again), Optional.empty(), events, Optional.empty(), Optional.of(again.at()), false, false);
        }

        private Retried retried(NextStep.TryAgain again) {
            return new Retried(again.scheduled(operation), model, since);
        }

        private CommandResult ask(NextStep.AskFirst ask) {
            String id = "q-" + scope.runId() + "-" + scope.step().id() + "-"
                    + ask.ifYes().number() + "-" + operation.hashCode();
            return new CommandResult(
                    new Asked(
                            id,
                            retried(ask.ifYes()),
                            ask.otherwise().decision().why(),
                            List.copyOf(ask.ifYes().events(operation)),
                            List.copyOf(ask.otherwise().events(operation))),
                    Optional.empty(),
                    List.of(new QuestionAsked(
                            id,
                            ask.question(),
                            List.of("yes", "no"),
                            ask.ifYes().failure().message())),
                    Optional.empty(),
                    Optional.empty(),
                    true,
                    false);
        }
    }
}
