package dev.mulligan.escalate;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** US dollars, exact to a millionth. */
public record Money(long micros) implements Comparable<Money> {

    public static final Money ZERO = new Money(0);

    /** Rounded to a millionth. */
    public static Money dollars(double dollars) {
        if (!Double.isFinite(dollars)) {
            throw new IllegalArgumentException(dollars + " is not an amount of money");
        }
        return new Money(Math.round(dollars * 1e6));
    }

    /** The amount for people and reports; sums stay exact only as {@code Money}. */
    public double inDollars() {
        return micros / 1e6;
    }

    /** The sum. */
    public Money plus(Money other) {
        return new Money(Math.addExact(micros, other.micros));
    }

    /** The difference; may be negative. */
    public Money minus(Money other) {
        return new Money(Math.subtractExact(micros, other.micros));
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(micros, other.micros);
    }

    /** Such as {@code $0.0042} or {@code $12.50}: small amounts keep the digits that matter. */
    @Override
    public String toString() {
        BigDecimal amount = BigDecimal.valueOf(micros, 6);
        int digits = amount.abs().compareTo(BigDecimal.ONE) >= 0 ? 2 : 4;
        BigDecimal rounded = amount.setScale(digits, RoundingMode.HALF_UP);
        return (rounded.signum() < 0 ? "-$" : "$") + rounded.abs().toPlainString();
    }
}
