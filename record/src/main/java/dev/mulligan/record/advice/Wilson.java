package dev.mulligan.record.advice;

/** The range that holds a rate with 95 % confidence, after Wilson: few tries promise little. */
public record Wilson(double low, double high) {

    private static final double Z = 1.96;

    public static Wilson of(long successes, long tries) {
        return tries == 0 ? new Wilson(0, 1) : ofShare((double) successes / tries, tries);
    }

    /** {@code share}: a rate that need not be a whole number of the {@code tries}, of which there is at least one. */
    public static Wilson ofShare(double share, long tries) {
        double spread = Z * Math.sqrt(share * (1 - share) / tries + Z * Z / (4.0 * tries * tries));
        double middle = share + Z * Z / (2 * tries);
        double whole = 1 + Z * Z / tries;
        return new Wilson(Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole));
    }
}
