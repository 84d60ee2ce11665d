package dev.mulligan.policy;

import java.util.Optional;

/** A policy that cannot be meant. Names the field, the value and why it is refused. */
public final class InvalidPolicyException extends IllegalArgumentException {

    private final String field;
    private final String what;

    /** Refuses a value. */
    public InvalidPolicyException(String field, String value, String why) {
        this(field, field + ": " + value + ": " + why, Optional.empty());
    }

    private InvalidPolicyException(String field, String what, Optional<String> origin) {
        super(origin.map(place -> place + ": ").orElse("") + what);
        this.field = field;
        this.what = what;
    }

    /** The field as files and flags spell it. */
    public String field() {
        return field;
    }

    /** The field, the value and why it is refused, without the place. */
    public String mistake() {
        return what;
    }

    /** The same, with the place it stands at in front. */
    InvalidPolicyException at(String origin) {
        return new InvalidPolicyException(field, what, Optional.of(origin));
    }
}
