package dev.mulligan.simulator.script;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What holds for all requests, beside what the script has for single ones. Time runs from the first request.
 *
 * @param quota after so many answers the account is empty, for good
 */
public record Conditions(
        Optional<RateWindow> rate, List<Outage> outages, OptionalInt quota, Optional<Latency> latency) {

    public static final Conditions NONE =
            new Conditions(Optional.empty(), List.of(), OptionalInt.empty(), Optional.empty());

    public Conditions {
        outages = List.copyOf(outages);
    }

    /** At most so many requests in each window; headers tell the truth about it. */
    public record RateWindow(int requests, Duration per) {
        public RateWindow {
            if (requests < 0 || !per.isPositive()) {
                throw new IllegalArgumentException("a rate is so many requests per so many milliseconds, above 0");
            }
        }
    }

    /** From then, for that long, every request whose path contains this text gets this fault: a region, if it has one. */
    public record Outage(Duration from, Duration lasts, Fault fault, String path) {}

    /** Before every answer; the jitter is added by chance. */
    public record Latency(Duration least, Duration jitter) {}
}
