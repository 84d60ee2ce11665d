package dev.mulligan.policy;

/** A policy that cannot be meant. Names the field, the value and why it is refused. */
public final class InvalidPolicyException extends IllegalArgumentException {

    private final String field;

    public InvalidPolicyException(String field, String value, String why) {
        super(field + ": " + value + ": " + why);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
