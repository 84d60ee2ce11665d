package dev.mulligan.policy;

import java.time.Duration;

/** Checks of policy fields, each with the field's name and the reason in the message. */
final class PolicyChecks {

    private PolicyChecks() {}

    static void when(boolean bad, String field, Object value, String why) {
        if (bad) {
            throw new InvalidPolicyException(
                    field, value instanceof Duration time ? PolicyText.duration(time) : String.valueOf(value), why);
        }
    }
}
