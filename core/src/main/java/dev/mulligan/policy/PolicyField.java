package dev.mulligan.policy;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The fields of a policy as files and flags spell them: how each is read, laid over a policy, and shown. */
record PolicyField(
        String wireName, BiFunction<RetryPolicy, Object, RetryPolicy> lay, Function<RetryPolicy, String> shown) {

    static final List<PolicyField> ALL = List.of(
            new PolicyField(
                    "maxAttempts",
                    (p, v) -> p.maxAttempts(PolicyValues.whole("maxAttempts", v)),
                    p -> String.valueOf(p.maxAttempts())),
            new PolicyField(
                    "backoff",
                    (p, v) -> p.backoff(PolicyValues.kind(p.backoff(), PolicyValues.text("backoff", v))),
                    p -> p.backoff().kind().wireName()),
            new PolicyField(
                    "base",
                    (p, v) -> p.backoff(PolicyValues.base(p.backoff(), PolicyValues.duration("base", v))),
                    p -> PolicyText.duration(p.backoff().base())),
            new PolicyField(
                    "factor",
                    (p, v) -> p.backoff(p.backoff().growing(PolicyValues.number("factor", v))),
                    p -> PolicyValues.show(p.backoff().factor())),
            new PolicyField(
                    "cap",
                    (p, v) -> p.backoff(p.backoff().capped(PolicyValues.duration("cap", v))),
                    p -> PolicyText.duration(p.backoff().cap())),
            new PolicyField(
                    "jitter",
                    (p, v) -> p.backoff(p.backoff().spread(PolicyValues.jitter(PolicyValues.text("jitter", v)))),
                    p -> p.backoff().jitter().wireName()),
            new PolicyField(
                    "attemptTimeout",
                    (p, v) -> p.attemptTimeout(PolicyValues.duration("attemptTimeout", v)),
                    p -> PolicyValues.show(p.attemptTimeout())),
            new PolicyField(
                    "deadline",
                    (p, v) -> p.deadline(PolicyValues.duration("deadline", v)),
                    p -> PolicyValues.show(p.deadline())),
            new PolicyField(
                    "maxServerWait",
                    (p, v) -> p.maxServerWait(PolicyValues.duration("maxServerWait", v)),
                    p -> PolicyText.duration(p.maxServerWait())),
            new PolicyField(
                    "onLongWait",
                    (p, v) -> p.onLongWait(PolicyValues.longWait(PolicyValues.text("onLongWait", v))),
                    p -> p.onLongWait().wireName()),
            new PolicyField(
                    "retryOn",
                    (p, v) -> p.retryOn(PolicyValues.types("retryOn", v)),
                    p -> PolicyValues.show(p.retryOn())),
            new PolicyField(
                    "alwaysRetry",
                    (p, v) -> p.alwaysRetry(PolicyValues.types("alwaysRetry", v)),
                    p -> PolicyValues.show(p.alwaysRetry())),
            new PolicyField(
                    "retryText",
                    (p, v) -> p.retryText(PolicyValues.texts("retryText", v)),
                    p -> PolicyValues.show(p.retryText())),
            new PolicyField(
                    "escalateAfter",
                    (p, v) -> p.escalateAfter(PolicyValues.whole("escalateAfter", v)),
                    p -> String.valueOf(p.escalateAfter())));

    RetryPolicy layOver(RetryPolicy policy, Object value) {
        return lay.apply(policy, value);
    }

    String show(RetryPolicy policy) {
        return shown.apply(policy);
    }

    static boolean isKnown(String name) {
        return ALL.stream().anyMatch(field -> field.wireName.equals(name));
    }

    static List<String> names() {
        return ALL.stream().map(PolicyField::wireName).toList();
    }
}
