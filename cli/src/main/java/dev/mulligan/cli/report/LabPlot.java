package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.escalate.Money;
import dev.mulligan.store.lab.Interval;
import dev.mulligan.store.lab.Prediction;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Locale;

/** Predictions as text, JSON and a drawing. A bar is the range, the mark in it the best guess. */
final class LabPlot {

    private static final int WIDTH = 40;
    private static final String CAVEAT =
            "Ranges hold with 95 % confidence, given that waiting longer or shorter does not change what an attempt meets.";

    private LabPlot() {}

    static void print(List<Prediction> predictions, Screen screen) {
        int cases = predictions.stream().mapToInt(Prediction::cases).max().orElse(0);
        if (cases == 0) {
            screen.line("No operation that failed is recorded here, so there is nothing to compare.");
            return;
        }
        screen.line(Screen.counted(cases, "operation") + " that failed at least once");
        screen.line(
                screen.dim("  " + Screen.pad("policy", 18) + Screen.pad("recovered", 24) + Screen.pad("attempts", 10)
                        + Screen.pad("wait", 10) + Screen.pad("cost", 10) + Screen.pad("guessed", 9) + "0 %"
                        + " ".repeat(WIDTH - 8) + "100 %"));
        for (Prediction one : predictions) {
            screen.line("  " + Screen.pad(one.policy(), 18)
                    + Screen.pad(range(one.recovery()), 24)
                    + Screen.pad(
                            String.format(Locale.ROOT, "%.1f", one.attempts().value()), 10)
                    + Screen.pad(ReportScreen.seconds(one.waitMs().value()), 10)
                    + Screen.pad(money(one), 10)
                    + Screen.pad(ReportScreen.percent(one.guessed()), 9)
                    + screen.cyan(bar(one.recovery())));
        }
        screen.line(screen.dim(CAVEAT));
    }

    private static String money(Prediction one) {
        return new Money(Math.round(one.costMicros().value())).toString();
    }

    private static String range(Interval interval) {
        return String.format(
                Locale.ROOT,
                "%.1f %% (%.1f–%.1f)",
                interval.value() * 100,
                interval.low() * 100,
                interval.high() * 100);
    }

    private static String bar(Interval interval) {
        StringBuilder bar = new StringBuilder("·".repeat(WIDTH + 1));
        for (int i = at(interval.low()); i <= at(interval.high()); i++) {
            bar.setCharAt(i, '━');
        }
        bar.setCharAt(at(interval.value()), '●');
        return bar.toString();
    }

    private static int at(double share) {
        return (int) Math.round(Math.clamp(share, 0, 1) * WIDTH);
    }

    static String json(List<Prediction> predictions) {
        return Json.write(
                Json.object("policies", predictions.stream().map(LabPlot::json).toList(), "caveat", CAVEAT));
    }

    private static JsonObject json(Prediction one) {
        return Json.object(
                "policy",
                one.policy(),
                "cases",
                one.cases(),
                "recovery",
                json(one.recovery()),
                "attempts",
                json(one.attempts()),
                "waitMs",
                json(one.waitMs()),
                "costMicros",
                json(one.costMicros()),
                "guessed",
                one.guessed());
    }

    private static JsonObject json(Interval interval) {
        return Json.object("value", interval.value(), "low", interval.low(), "high", interval.high());
    }

    static String html(List<Prediction> predictions) {
        StringBuilder rows = new StringBuilder();
        int y = 30;
        for (Prediction one : predictions) {
            rows.append(String.format(
                    Locale.ROOT,
                    "<text x=\"0\" y=\"%d\">%s</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#2980b9\""
                            + " stroke-width=\"6\"/><circle cx=\"%.1f\" cy=\"%d\" r=\"6\" fill=\"#2980b9\"/>"
                            + "<text x=\"570\" y=\"%d\">%s, %s wait, %s, %s guessed</text>",
                    y + 5,
                    one.policy().replace("&", "&amp;").replace("<", "&lt;"),
                    150 + 400 * one.recovery().low(),
                    150 + 400 * one.recovery().high(),
                    y,
                    y,
                    150 + 400 * one.recovery().value(),
                    y,
                    y + 5,
                    range(one.recovery()),
                    ReportScreen.seconds(one.waitMs().value()),
                    money(one),
                    ReportScreen.percent(one.guessed())));
            y += 32;
        }
        return """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>Policies compared</title>
                <style>body{font:15px system-ui,sans-serif;margin:2rem;color-scheme:light dark}
                text{font:13px system-ui;fill:currentColor}</style>
                <h1>Policies compared</h1><p>Share of troubled operations that recover, from 0 to 100 %%.</p>
                <svg width="950" height="%d" role="img" aria-label="Recovery by policy">%s</svg><p>%s</p></html>
                """.formatted(y, rows, CAVEAT);
    }
}
