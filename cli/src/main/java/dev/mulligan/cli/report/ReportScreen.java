package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.escalate.Money;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportTally;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for people at a terminal. */
final class ReportScreen {

    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final int MOST_ROWS = 12;

    private final Screen screen;

    ReportScreen(Screen screen) {
        this.screen = screen;
    }

    void print(Report report) {
        ReportTally total = report.total();
        if (total.requests() == 0
                && total.troubled() == 0
                && report.runs().map(Report.Runs::started).orElse(0L) == 0) {
            screen.line("Nothing is recorded for this time and these filters.");
            screen.line(screen.dim("Runs and requests appear here once mulligan run, exec or serve was used."));
            return;
        }
        screen.line(screen.bold(total.requests()
                        + (total.requests() == 1 ? " request or attempt, " : " requests and attempts, ")
                        + total.recovered() + " recovered, " + total.lost() + " lost, " + total.refused() + " refused")
                + "   spent " + new Money(total.costMicros()) + ", on failures " + new Money(total.wastedMicros()));
        report.recovery()
                .rate()
                .ifPresent(rate -> screen.line("recovered " + percent(rate) + " of "
                        + (report.recovery().recovered() + report.recovery().lost()) + " that could be recovered"
                        + report.recovery()
                                .meanRecoveryMs()
                                .map(ms -> ", on average within " + seconds(ms))
                                .orElse("")));
        if (!report.unpriced().isEmpty()) {
            screen.line(screen.red("! no price is known for " + String.join(", ", report.unpriced()) + ": "
                    + total.unpriced() + " calls are missing from what was spent"));
        }
        report.runs().filter(runs -> runs.started() > 0).ifPresent(this::runs);
        report.alerts().forEach(alert -> screen.line(screen.red("! " + alert.sentence())));
        spark(report.byDay().values());
        table("type", report.byType());
        table("model", report.byModel());
        table("project", report.byProject());
        table("stage", report.byStage());
        texts("errors", report.topMessages());
        report.promptPatterns().ifPresent(patterns -> texts("prompts", patterns));
        if (total.lost() > 0) {
            screen.line();
            screen.line(screen.dim("What would another policy have saved of the lost ones? mulligan lab replay"));
        }
    }

    private void runs(Report.Runs runs) {
        screen.line(Screen.counted(runs.started(), "run") + ": " + runs.passed() + " passed, " + runs.failed()
                + " failed"
                + runs.escalationRate()
                        .map(rate -> ", " + percent(rate) + " of L2 escalated")
                        .orElse("")
                + runs.averageRepairIterations()
                        .map(n -> String.format(Locale.ROOT, ", %.1f repairs each", n))
                        .orElse("")
                + runs.candidateValidity()
                        .map(rate -> ", " + percent(rate) + " of candidates valid")
                        .orElse(""));
    }

    private void spark(Collection<ReportTally> days) {
        if (days.size() < 2) {
            return;
        }
        double highest =
                days.stream().mapToDouble(ReportTally::failureRate).max().orElse(0);
        StringBuilder line = new StringBuilder();
        for (ReportTally day : days) {
            int height = highest == 0 ? 0 : (int) Math.round((BARS.length() - 1) * day.failureRate() / highest);
            line.append(BARS.charAt(height));
        }
        screen.line(
                "failure rate by day " + screen.cyan(line.toString()) + screen.dim("  highest " + percent(highest)));
    }

    private void table(String name, Map<String, ReportTally> rows) {
        if (rows.isEmpty()) {
            return;
        }
        screen.line();
        screen.line(screen.dim(Screen.pad("  " + name, 34) + Screen.pad("requests", 10) + Screen.pad("failed", 8)
                + Screen.pad("recovered", 11) + Screen.pad("lost", 6) + "wasted"));
        rows.entrySet().stream()
                .limit(MOST_ROWS)
                .forEach(row -> screen.line(Screen.pad("  " + (row.getKey().isEmpty() ? "(none)" : row.getKey()), 34)
                        + Screen.pad(String.valueOf(row.getValue().requests()), 10)
                        + Screen.pad(String.valueOf(row.getValue().failedAttempts()), 8)
                        + Screen.pad(String.valueOf(row.getValue().recovered()), 11)
                        + Screen.pad(String.valueOf(row.getValue().lost()), 6)
                        + new Money(row.getValue().wastedMicros())));
    }

    private void texts(String name, List<Report.TextCount> rows) {
        if (rows.isEmpty()) {
            return;
        }
        screen.line();
        screen.line(screen.dim("  " + Screen.pad("seen", 10) + name));
        rows.stream()
                .limit(MOST_ROWS)
                .forEach(row -> screen.line("  " + Screen.pad(String.valueOf(row.requests()), 10) + row.text()));
    }

    static String percent(double rate) {
        return String.format(Locale.ROOT, "%.1f %%", rate * 100);
    }

    static String seconds(double millis) {
        return millis < 1000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }
}
