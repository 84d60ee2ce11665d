package dev.mulligan.escalate;

/** When a person is asked before money is spent on a stronger model. */
public sealed interface Confirm {

    record Always() implements Confirm {}

    record Above(Money limit) implements Confirm {}

    record Never() implements Confirm {}

    /** Whether somebody must say yes to this. */
    default boolean needed(CostEstimate estimate) {
        return switch (this) {
            case Always _ -> true;
            case Above above -> estimate.target().compareTo(above.limit()) > 0;
            case Never _ -> false;
        };
    }

    /** Reads {@code always}, {@code never} or {@code above: $0.50}. */
    static Confirm parse(String text) {
        String s = text.strip();
        if (s.equals("always")) {
            return new Always();
        }
        if (s.equals("never")) {
            return new Never();
        }
        if (s.startsWith("above")) {
            String amount = s.substring("above".length())
                    .replace(':', ' ')
                    .replace('$', ' ')
                    .strip();
            try {
                return new Above(Money.dollars(Double.parseDouble(amount)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("confirm: '" + text + "': '" + amount + "' is not an amount", e);
            }
        }
        throw new IllegalArgumentException("confirm: '" + text + "': write always, never or above: $0.50");
    }
}
