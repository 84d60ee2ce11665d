package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;

/** A request holds something that the other wire cannot say. Thrown without a stack trace: it is an answer, not a bug. */
public final class UntranslatableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** {@code field}: where it stands, such as {@code messages[2].content[0]}. */
    public UntranslatableException(String field, String why) {
        super(field + " " + why, null, false, false);
        this.field = field;
    }

    static UntranslatableException unknown(String field, Wire from) {
        return new UntranslatableException(
                field, "of the " + from.wireName() + " wire has no translation to another provider's wire");
    }

    static UntranslatableException notOn(String field, Wire to) {
        return new UntranslatableException(field, "cannot be said on the " + to.wireName() + " wire");
    }

    public String field() {
        return field;
    }
}
