package dev.mulligan.store.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rates that somebody should know about. */
public final class Alerts {

    private final List<Report.Alert> alerts = new ArrayList<>();

    private Alerts() {}

    /** {@code requests}: those of the provider layer. */
    public static List<Report.Alert> of(ReportTally requests, Optional<Report.Runs> runs) {
        Alerts alerts = new Alerts();
        Optional<Double> retryRate = requests.requests() == 0
                ? Optional.empty()
                : Optional.of((double) requests.retried() / requests.requests());
        alerts.above("provider-retry-rate", retryRate, 0.20, "of " + requests.requests() + " requests needed a retry");
        alerts.above("l2-escalation-rate", runs.flatMap(Report.Runs::escalationRate), 0.30, "of L2 runs went on to L3");
        alerts.above(
                "repair-iterations", runs.flatMap(Report.Runs::averageRepairIterations), 3, "repairs a run on average");
        alerts.above(
                "diagnosis-rate", runs.flatMap(Report.Runs::diagnosisRate), 0.10, "of L3 steps needed a diagnosis");
        return List.copyOf(alerts.alerts);
    }

    private void above(String name, Optional<Double> value, double threshold, String words) {
        if (value.isPresent() && value.get() > threshold) {
            boolean share = threshold < 1;
            alerts.add(new Report.Alert(
                    name,
                    value.get(),
                    threshold,
                    figure(value.get(), share) + " " + words + " (alert above " + figure(threshold, share) + ")"));
        }
    }

    private static String figure(double value, boolean share) {
        return share ? String.format(Locale.ROOT, "%.0f %%", value * 100) : String.format(Locale.ROOT, "%.1f", value);
    }
}
