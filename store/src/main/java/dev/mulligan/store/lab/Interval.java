package dev.mulligan.store.lab;

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

    public boolean contains(double other) {
        return other >= low && other <= high;
    }
}
