package dev.mulligan.server.report;

/** The range that holds a rate with 95 % confidence, after Wilson: few tries promise little. */
record Wilson(double low, double high) {

    private static final double Z = 1.96;

    static Wilson of(long successes, long tries) {
        if (tries == 0) {
            return new Wilson(0, 1);
        }
        double share = (double) successes / tries;
        double spread = Z * Math.sqrt(share * (1 - share) / tries + Z * Z / (4.0 * tries * tries));
        double middle = share + Z * Z / (2 * tries);
        double whole = 1 + Z * Z / tries;
        return new Wilson(Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole));
    }
}
