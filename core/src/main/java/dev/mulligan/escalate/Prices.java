package dev.mulligan.escalate;

/** US dollars per million tokens. */
public record Prices(double input, double output, double cacheRead, double cacheWrite) {

    public Prices {
        check("input", input);
        check("output", output);
        check("cacheRead", cacheRead);
        check("cacheWrite", cacheWrite);
    }

    private static void check(String field, double price) {
        if (!(price >= 0 && price < 1_000_000)) {
            throw new IllegalArgumentException(field + ": " + price + " is not a price per million tokens");
        }
    }

    /** What these tokens cost. */
    public Money of(Usage usage) {
        double dollars = (usage.input() * input
                        + usage.output() * output
                        + usage.cacheRead() * cacheRead
                        + usage.cacheWrite() * cacheWrite)
                / 1e6;
        return Money.dollars(dollars);
    }
}
