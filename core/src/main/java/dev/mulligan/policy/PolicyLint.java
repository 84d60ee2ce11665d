package dev.mulligan.policy;

import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Finds what is written in a policy and can never happen. */
public final class PolicyLint {

    /** The same call again never helps against these. */
    private static final Set<FailureType> NEVER_TRANSIENT = EnumSet.of(
            FailureType.AUTH_ERROR, FailureType.INVALID_REQUEST, FailureType.CONTEXT_LIMIT, FailureType.CANCELLED);

    /** One finding: which field, and why it has no effect. */
    public record Finding(String field, String message) {}

    private PolicyLint() {}

    /** What can never happen under this policy; empty when all is well. */
    public static List<Finding> check(RetryPolicy policy) {
        List<Finding> findings = new ArrayList<>();
        List<Duration> delays = policy.plainDelays();
        if (policy.maxAttempts() == 1) {
            alone(policy, findings);
        } else {
            deadline(policy, delays, findings);
            cap(policy, delays, findings);
        }
        escalation(policy, findings);
        types(policy, findings);
        return List.copyOf(findings);
    }

    private static void alone(RetryPolicy policy, List<Finding> findings) {
        if (!policy.backoff().base().isZero()) {
            add(findings, "base", "there is one attempt only, so no delay is ever waited");
        }
        if (!policy.retryText().isEmpty()) {
            add(findings, "retryText", "there is one attempt only, so no text makes a second one");
        }
        if (!policy.alwaysRetry().isEmpty()) {
            add(findings, "alwaysRetry", "there is one attempt only, so nothing is retried");
        }
    }

    private static void deadline(RetryPolicy policy, List<Duration> delays, List<Finding> findings) {
        if (policy.deadline().isEmpty()) {
            return;
        }
        Duration deadline = policy.deadline().get();
        Duration waited = Duration.ZERO;
        for (int i = 0; i < delays.size(); i++) {
            waited = waited.plus(delays.get(i));
            if (waited.compareTo(deadline) >= 0) {
                add(
                        findings,
                        "maxAttempts",
                        "attempts from number " + (i + 2) + " on never happen: the waits before alone take "
                                + PolicyText.duration(waited) + ", the deadline is " + PolicyText.duration(deadline));
                break;
            }
        }
        if (policy.attemptTimeout().filter(t -> t.compareTo(deadline) >= 0).isPresent()) {
            add(findings, "attemptTimeout", "the deadline comes first");
        }
        if (policy.maxServerWait().compareTo(deadline) > 0) {
            add(
                    findings,
                    "maxServerWait",
                    "a wait beyond the deadline of " + PolicyText.duration(deadline) + " is never made");
        }
    }

    private static void cap(RetryPolicy policy, List<Duration> delays, List<Finding> findings) {
        Backoff backoff = policy.backoff();
        boolean grows = backoff.kind() != Backoff.Kind.FIXED;
        if (grows
                && !delays.isEmpty()
                && delays.getLast().compareTo(backoff.cap()) < 0
                && backoff.jitter() != Jitter.DECORRELATED) {
            add(findings, "cap", "is never reached: the longest delay is " + PolicyText.duration(delays.getLast()));
        }
        if (backoff.base().isZero() && backoff.jitter() != Jitter.OFF) {
            add(findings, "jitter", "spreads a delay of zero");
        }
    }

    private static void escalation(RetryPolicy policy, List<Finding> findings) {
        if (policy.escalateAfter() >= policy.maxAttempts()) {
            add(
                    findings,
                    "escalateAfter",
                    "after " + policy.escalateAfter() + " failures no attempt is left of " + policy.maxAttempts());
        }
    }

    private static void types(RetryPolicy policy, List<Finding> findings) {
        boolean chosen = policy.retryOn().size() < FailureType.values().length;
        for (FailureType type : policy.retryOn().stream().sorted().toList()) {
            if (chosen
                    && NEVER_TRANSIENT.contains(type)
                    && !policy.alwaysRetry().contains(type)) {
                add(
                        findings,
                        "retryOn",
                        type.wireName()
                                + " is never worth the same call again; name it under alwaysRetry if you mean it");
            }
        }
        if (policy.alwaysRetry().contains(FailureType.CANCELLED)) {
            add(findings, "alwaysRetry", "cancelled is final whatever the policy says");
        }
    }

    private static void add(List<Finding> findings, String field, String message) {
        findings.add(new Finding(field, message));
    }
}
