package dev.mulligan.store.report;

import dev.mulligan.escalate.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report as one file that needs nothing else: no script, no font, no request. */
public final class ReportHtml {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 120;

    private ReportHtml() {}

    public static String page(Report report, String title) {
        StringBuilder out = new StringBuilder("""
                <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <style>body{font:15px system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
                table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #8884}
                td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.bar{height:.6rem;background:#c0392b;border-radius:2px}
                .alert{border-left:4px solid #c0392b;padding:.25rem .75rem;margin:.5rem 0}svg{width:100%;height:auto}</style>
                """);
        out.append("<title>")
                .append(text(title))
                .append("</title><h1>")
                .append(text(title))
                .append("</h1>");
        ReportTally total = report.total();
        out.append("<p>")
                .append(total.requests())
                .append(" requests and attempts, ")
                .append(total.recovered())
                .append(" recovered, ")
                .append(total.lost())
                .append(" lost, ")
                .append(total.refused())
                .append(" refused; ")
                .append(total.failures())
                .append(" without an answer (")
                .append(percent(total.failureRate()))
                .append("), spent ")
                .append(new Money(total.costMicros()))
                .append(", of which on failures ")
                .append(new Money(total.wastedMicros()))
                .append("</p>");
        if (!report.unpriced().isEmpty()) {
            out.append("<p class=\"alert\">No price is known for ")
                    .append(text(String.join(", ", report.unpriced())))
                    .append("; what they cost is missing above.</p>");
        }
        report.alerts()
                .forEach(alert -> out.append("<p class=\"alert\">")
                        .append(text(alert.sentence()))
                        .append("</p>"));
        days(out, report.byDay());
        table(out, "Failures by type", report.byType(), total.failedAttempts());
        table(out, "By model", report.byModel(), total.failedAttempts());
        table(out, "By project", report.byProject(), total.failedAttempts());
        table(out, "By stage", report.byStage(), total.failedAttempts());
        texts(out, "Most frequent errors", report.topMessages());
        report.promptPatterns().ifPresent(patterns -> texts(out, "Prompt patterns", patterns));
        return out.append("</html>\n").toString();
    }

    private static void days(StringBuilder out, Map<LocalDate, ReportTally> days) {
        if (days.isEmpty()) {
            return;
        }
        out.append("<h2>Failure rate by day</h2><svg viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT)
                .append("\" role=\"img\" aria-label=\"Failure rate by day\">");
        double highest = Math.max(
                0.01,
                days.values().stream()
                        .mapToDouble(ReportTally::failureRate)
                        .max()
                        .orElse(1));
        double step = (double) WIDTH / days.size();
        int i = 0;
        for (Map.Entry<LocalDate, ReportTally> day : days.entrySet()) {
            double rate = day.getValue().failureRate();
            double height = (HEIGHT - 4) * rate / highest;
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#c0392b\"><title>%s: %s of %d</title></rect>",
                    i++ * step,
                    HEIGHT - height,
                    Math.max(1, step - 2),
                    height,
                    day.getKey(),
                    percent(rate),
                    day.getValue().requests()));
        }
        out.append("</svg>");
    }

    private static void table(StringBuilder out, String title, Map<String, ReportTally> rows, long failures) {
        out.append("<h2>")
                .append(title)
                .append(
                        "</h2><table><tr><th>Name<th class=n>Requests<th class=n>Failed attempts<th class=n>Recovered<th class=n>Lost<th class=n>Rate<th>Share of failed attempts</tr>");
        rows.forEach((name, tally) -> out.append("<tr><td>")
                .append(text(name.isEmpty() ? "(none)" : name))
                .append("<td class=n>")
                .append(tally.requests())
                .append("<td class=n>")
                .append(tally.failedAttempts())
                .append("<td class=n>")
                .append(tally.recovered())
                .append("<td class=n>")
                .append(tally.lost())
                .append("<td class=n>")
                .append(percent(tally.failureRate()))
                .append("<td><div class=bar style=\"width:")
                .append(failures == 0 ? 0 : 100 * tally.failedAttempts() / failures)
                .append("%\"></div></tr>"));
        out.append("</table>");
    }

    private static void texts(StringBuilder out, String title, List<Report.TextCount> rows) {
        out.append("<h2>").append(title).append("</h2><table><tr><th>Text<th class=n>Seen<th class=n>Failures</tr>");
        rows.forEach(row -> out.append("<tr><td>")
                .append(text(row.text()))
                .append("<td class=n>")
                .append(row.requests())
                .append("<td class=n>")
                .append(row.failures())
                .append("</tr>"));
        out.append("</table>");
    }

    private static String percent(double rate) {
        return String.format(Locale.ROOT, "%.1f %%", rate * 100);
    }

    static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
