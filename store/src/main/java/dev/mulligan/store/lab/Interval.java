package dev.mulligan.store.lab;

import dev.mulligan.record.advice.Wilson;
import java.util.Arrays;

/** A figure and the range that holds it with 95 % confidence. */
public record Interval(double value, double low, double high) {

    static Interval of(double value, double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double low = sorted[(int) Math.floor(0.025 * (sorted.length - 1))];
        double high = sorted[(int) Math.ceil(0.975 * (sorted.length - 1))];
        return new Interval(value, Math.min(low, value), Math.max(high, value));
    }

    /** Of a share. Cases that all went the same way do not make it certain: it is at least Wilson's range for their number. */
    static Interval ofShare(double share, double[] samples, int cases) {
        Interval drawn = of(share, samples);
        Wilson sample = Wilson.ofShare(share, cases);
        return new Interval(share, Math.min(drawn.low(), sample.low()), Math.max(drawn.high(), sample.high()));
    }

    public boolean contains(double other) {
        return other >= low && other <= high;
    }
}
