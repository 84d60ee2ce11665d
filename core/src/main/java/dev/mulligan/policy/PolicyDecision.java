package dev.mulligan.policy;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider.Moment;
import dev.mulligan.decide.Decision;
import dev.mulligan.decide.Decision.GiveUp;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.Optional;

/** The decision a {@link RetryPolicy} takes. Pure; asks in this order: worth it? what differs? how long? */
final class PolicyDecision {

    /** Beyond this the classifier calls a failure not retryable, whatever its type. */
    private static final Duration WORTH_WAITING_FOR = Duration.ofMinutes(10);

    private final RetryPolicy policy;
    private final Episode episode;
    private final Moment moment;
    private final Failure failure;

    private PolicyDecision(RetryPolicy policy, Episode episode, Moment moment) {
        this.policy = policy;
        this.episode = episode;
        this.moment = moment;
        this.failure = episode.last().failure();
    }

    static Decision decide(RetryPolicy policy, Episode episode, Moment moment) {
        return new PolicyDecision(policy, episode, moment).decide();
    }

    private Decision decide() {
        if (failure.type() == FailureType.CANCELLED) {
            return new GiveUp(GiveUpReason.CANCELLED, "it was cancelled");
        }
        if (episode.failures() >= policy.maxAttempts()) {
            return exhausted(policy.maxAttempts());
        }
        Optional<Duration> stated = failure.retryAfter();
        if (stated.isPresent() && stated.get().compareTo(policy.maxServerWait()) > 0) {
            return longWait(stated.get());
        }
        Decision decision = change();
        return decision instanceof GiveUp ? decision : withinDeadline(decision);
    }

    /** What must be different: a model, less context, an explanation, or only time. */
    private Decision change() {
        if (failure.bestAction() == Action.ESCALATE_MODEL) {
            return escalate(EscalationReason.AUTO_AFTER_RETRIES).orElseGet(this::topOfLadder);
        }
        if (failure.type() == FailureType.CONTEXT_LIMIT) {
            return contextLimit();
        }
        if (policy.escalateAfter() > 0 && episode.failuresOnThisModel() >= policy.escalateAfter()) {
            Optional<Decision> up = escalate(EscalationReason.AUTO_AFTER_RETRIES);
            if (up.isPresent()) {
                return up.get();
            }
        }
        Optional<TextRule> text = textRule();
        if (text.isPresent() && episode.failures() >= text.get().maxAttempts()) {
            return exhausted(text.get().maxAttempts());
        }
        if (text.isPresent() || policy.alwaysRetry().contains(failure.type())) {
            return retry();
        }
        if ((failure.retryable() || comesBackByTime()) && policy.retryOn().contains(failure.type())) {
            return retry();
        }
        if (failure.bestAction() == Action.FALLBACK_MODEL) {
            Optional<Decision> sideways = fallBack(Duration.ZERO);
            if (sideways.isPresent()) {
                return sideways.get();
            }
        }
        if (failure.bestAction() == Action.REPHRASE && moment.options().canAddContext()) {
            return retry();
        }
        return new GiveUp(GiveUpReason.NOT_RETRYABLE, notRetryableBecause());
    }

    /** Advised against only for the length of the wait, which this policy allows. */
    private boolean comesBackByTime() {
        return failure.retryAfter().isPresent() && failure.retryAfter().get().compareTo(WORTH_WAITING_FOR) > 0;
    }

    private String notRetryableBecause() {
        if (failure.retryable() && !policy.retryOn().contains(failure.type())) {
            return "the policy does not retry " + failure.type().wireName();
        }
        return failure.type() == FailureType.UNKNOWN
                ? "the cause is not known to pass by itself"
                : failure.type().wireName() + " does not pass by itself";
    }

    private Decision contextLimit() {
        if (moment.options().canShrink()) {
            return new Decision.Retry(Duration.ZERO, Remedy.Simple.SHRINK_CONTEXT);
        }
        return larger().orElseGet(() ->
                new GiveUp(GiveUpReason.NOT_RETRYABLE, "the context is too large and nothing here can shrink it"));
    }

    private Decision retry() {
        Remedy remedy = moment.options().canAddContext() && speaksToTheModel()
                ? Remedy.Simple.ADD_ERROR_CONTEXT
                : Remedy.Simple.WAIT;
        return new Decision.Retry(delay(), remedy);
    }

    /** Telling a model about a lost connection only confuses it. */
    private boolean speaksToTheModel() {
        return switch (failure.type().origin()) {
            case WORK, REQUEST, UNKNOWN -> true;
            case UPSTREAM, LIMIT, ACCESS, SIZE, MACHINE, CALLER -> false;
        };
    }

    private Duration delay() {
        Duration own = policy.backoff().delay(episode.failures(), episode.last().delayBefore(), moment.random());
        Optional<Duration> stated = failure.retryAfter();
        return stated.isPresent() && stated.get().compareTo(own) > 0 ? stated.get() : own;
    }

    private Decision longWait(Duration stated) {
        String why = "the far side asks for a wait of " + PolicyText.duration(stated) + ", the policy allows "
                + PolicyText.duration(policy.maxServerWait());
        GiveUp later = new GiveUp(GiveUpReason.LONG_WAIT, why, Optional.of(stated));
        return switch (policy.onLongWait()) {
            case FALL_BACK -> fallBack(Duration.ZERO).orElse(later);
            case SCHEDULE -> later;
            // Said without a moment, so that nothing goes on by itself.
            case GIVE_UP -> new GiveUp(GiveUpReason.LONG_WAIT, why);
            case ASK ->
                new Decision.Ask(
                        "Wait " + PolicyText.duration(stated) + " for the far side?",
                        new Decision.Retry(stated, Remedy.Simple.WAIT),
                        later);
        };
    }

    private Decision withinDeadline(Decision decision) {
        Duration wait = switch (decision) {
            case Decision.Retry retry -> retry.delay();
            case Decision.Escalate escalate -> escalate.delay();
            case Decision.FallBack fallBack -> fallBack.delay();
            case Decision.Ask ask -> Duration.ZERO;
            case GiveUp giveUp -> Duration.ZERO;
        };
        if (wait.compareTo(moment.remaining()) < 0) {
            return decision;
        }
        return new GiveUp(
                GiveUpReason.DEADLINE,
                "a wait of " + PolicyText.duration(wait) + " would pass the deadline",
                Optional.of(wait));
    }

    private Decision exhausted(int attempts) {
        return new GiveUp(GiveUpReason.ATTEMPTS_EXHAUSTED, "all " + attempts + " attempts failed");
    }

    private GiveUp topOfLadder() {
        return new GiveUp(GiveUpReason.TOP_OF_LADDER, "a stronger model is needed and there is none above this one");
    }

    private Optional<TextRule> textRule() {
        for (TextRule rule : policy.retryText()) {
            if (rule.matches(failure.message())) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    private Optional<Decision> escalate(EscalationReason reason) {
        return onLadder((ladder, model) -> ladder.above(model))
                .map(to -> new Decision.Escalate(to, reason, Duration.ZERO));
    }

    private Optional<Decision> larger() {
        return onLadder((ladder, model) -> ladder.largerWindow(model))
                .map(to -> new Decision.Escalate(to, EscalationReason.CONTEXT_LIMIT, Duration.ZERO));
    }

    private Optional<Decision> fallBack(Duration delay) {
        return onLadder((ladder, model) -> ladder.fallback(model)).map(to -> new Decision.FallBack(to, delay));
    }

    private interface Step {
        Optional<String> from(Ladder ladder, String model);
    }

    private Optional<String> onLadder(Step step) {
        Optional<Ladder> ladder = moment.options().ladder();
        Optional<String> model = moment.options().model();
        return ladder.isPresent() && model.isPresent() ? step.from(ladder.get(), model.get()) : Optional.empty();
    }
}
