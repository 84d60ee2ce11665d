package dev.mulligan.record.learn;

/**
 * When many failures count as one.
 *
 * @param threshold failures of different items
 * @param windowSize how many of the last different items are looked at
 */
public record CascadeRule(boolean enabled, int threshold, int windowSize) {

    public static final CascadeRule STANDARD = new CascadeRule(true, CascadeWindow.THRESHOLD, CascadeWindow.SIZE);

    public CascadeRule {
        if (threshold < 1 || windowSize < threshold || windowSize > 1_000) {
            throw new IllegalArgumentException("cascade: needs 1 <= threshold <= windowSize <= 1000, not threshold "
                    + threshold + " and windowSize " + windowSize);
        }
    }

    /** Empty, to be filled with the newest items. */
    public CascadeWindow window() {
        return CascadeWindow.of(threshold, windowSize);
    }
}
