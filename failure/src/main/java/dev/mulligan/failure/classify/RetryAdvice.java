package dev.mulligan.failure.classify;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.facts.KnownStatus;
import dev.mulligan.failure.match.ClassificationTrace;
import dev.mulligan.failure.match.ClientAttempts;
import dev.mulligan.failure.rule.Cause;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From the cause to the advice: is the same call worth another try, and what comes first? */
public final class RetryAdvice {
    /** A wait longer than this is not worth sitting out. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private RetryAdvice() {}

    static Failure judge(
            Cause cause,
            EvidenceFacts facts,
            KnownStatus status,
            Optional<Duration> delay,
            ClientAttempts attempts,
            String message,
            @Nullable ClassificationTrace trace) {
        boolean tooLong = delay.isPresent() && delay.get().compareTo(PATIENCE) > 0;
        FailureType type = cause.type();
        Optional<ErrorType> ownErrorType = cause.errorType();
        if (type == FailureType.RATE_LIMIT && tooLong) {
            type = FailureType.QUOTA_EXHAUSTED;
            ownErrorType = Optional.of(ErrorType.RATE_LIMIT);
            note(trace, "the stated wait is over ten minutes: an allowance is used up, not a rate window");
        }
        boolean returns = ownErrorType.isPresent() && ownErrorType.get() == ErrorType.RATE_LIMIT;
        boolean retryable = cause.retryable().isPresent() ? cause.retryable().get() : type.isUsuallyTransient();
        said(trace, cause.retryable().isPresent() ? "rule " + cause.rule() : "type " + type.wireName());
        if (type == FailureType.QUOTA_EXHAUSTED && cause.retryable().isEmpty()) {
            retryable = delay.isPresent() && !tooLong && returns;
        }
        if (retryable && cause.retryable().isEmpty() && changesTheCall(cause)) {
            retryable = false;
            said(trace, "rule " + cause.rule());
        }
        retryable = advised(facts.headers().get("x-should-retry"), type, retryable, trace);
        if (tooLong && retryable) {
            retryable = false;
            said(trace, "stated delay");
            note(trace, "the stated wait is over ten minutes: not worth retrying");
        }
        ErrorType errorType = ownErrorType.orElse(errorType(type, facts, status, retryable));
        Action action = action(cause, type, retryable, returns, delay, tooLong, attempts, trace);
        Failure.Advice advice = new Failure.Advice(retryable, delay, action);
        return new Failure(type, errorType, message, advice, cause.rule(), "", Optional.empty());
    }

    /** A rule that asks for another call says by this that the same call is not worth repeating. */
    private static boolean changesTheCall(Cause cause) {
        return cause.action().isPresent()
                && cause.action().get() != Action.FALLBACK_MODEL
                && !repeats(cause.action().get());
    }

    private static boolean repeats(Action action) {
        return action == Action.RETRY || action == Action.RETRY_AFTER_DELAY;
    }

    /** The service's own word counts more than its status; it does not fill an empty account or undo a cancellation. */
    private static boolean advised(
            @Nullable String should, FailureType type, boolean retryable, @Nullable ClassificationTrace trace) {
        if (should == null) {
            return retryable;
        }
        String word = should.strip();
        boolean no = word.equalsIgnoreCase("false");
        boolean yes =
                word.equalsIgnoreCase("true") && type != FailureType.QUOTA_EXHAUSTED && type != FailureType.CANCELLED;
        if (!yes && !no) {
            return retryable;
        }
        said(trace, "header x-should-retry");
        note(trace, "the service says x-should-retry: " + word);
        return yes;
    }

    private static ErrorType errorType(FailureType type, EvidenceFacts facts, KnownStatus status, boolean retryable) {
        boolean served = facts.form() == Evidence.Form.HTTP || facts.form() == Evidence.Form.STREAM;
        return switch (type) {
            case OVERLOADED -> status.value() == 429 ? ErrorType.RATE_LIMIT : ErrorType.SERVER_ERROR;
            case TIMEOUT -> status.value() == 504 ? ErrorType.SERVER_ERROR : ErrorType.TIMEOUT;
            case RESOURCE -> served || status.value() > 0 ? ErrorType.SERVER_ERROR : ErrorType.UNKNOWN;
            case MODEL_UNAVAILABLE -> retryable ? ErrorType.SERVER_ERROR : ErrorType.INVALID_REQUEST;
            default -> type.usualErrorType();
        };
    }

    private static Action action(
            Cause cause,
            FailureType type,
            boolean retryable,
            boolean returns,
            Optional<Duration> delay,
            boolean tooLong,
            ClientAttempts attempts,
            @Nullable ClassificationTrace trace) {
        Action action = cause.action().orElse(usualAction(type, retryable, returns));
        if (type == FailureType.QUOTA_EXHAUSTED && retryable) {
            action = Action.RETRY_AFTER_DELAY;
        }
        boolean contradicts = retryable != repeats(action) && !(retryable && action == Action.FALLBACK_MODEL);
        if (contradicts && !tooLong) {
            action = retryable ? Action.RETRY : usualAction(type, false, returns);
        }
        if (repeats(action) && tooLong) {
            return Action.FALLBACK_MODEL;
        }
        if (action != Action.RETRY) {
            return action;
        }
        if (attempts == ClientAttempts.USED_UP && type != FailureType.TOOL_FAILURE) {
            note(trace, "the client says its own retries are used up");
            return Action.FALLBACK_MODEL;
        }
        return delay.isPresent() ? Action.RETRY_AFTER_DELAY : Action.RETRY;
    }

    private static Action usualAction(FailureType type, boolean retryable, boolean returns) {
        return type == FailureType.QUOTA_EXHAUSTED && returns ? Action.FALLBACK_MODEL : type.usualAction(retryable);
    }

    private static void said(@Nullable ClassificationTrace trace, String evidence) {
        if (trace != null) {
            trace.retryBy(evidence);
        }
    }

    private static void note(@Nullable ClassificationTrace trace, String note) {
        if (trace != null) {
            trace.note(note);
        }
    }
}
