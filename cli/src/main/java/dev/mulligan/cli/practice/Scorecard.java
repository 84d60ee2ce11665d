package dev.mulligan.cli.practice;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What a drill found, in the forms people and programs read. */
record Scorecard(String command, List<Line> lines) {

    /** One fault: the command alone, and through the gateway. */
    record Line(DrillFault fault, DrillResult alone, DrillResult gateway) {}

    boolean isGood() {
        return lines.stream().allMatch(line -> line.gateway().isGood());
    }

    private long good(Function<Line, DrillResult> side) {
        return lines.stream().map(side).filter(DrillResult::isGood).count();
    }

    String score() {
        return "alone " + good(Line::alone) + " of " + lines.size() + ", through Mulligan " + good(Line::gateway)
                + " of " + lines.size();
    }

    static void print(Screen screen, Line line) {
        screen.line("  " + Screen.pad(line.fault().title(), 36) + painted(screen, line.alone(), 34)
                + painted(screen, line.gateway(), 0));
        screen.flush();
    }

    private static String painted(Screen screen, DrillResult result, int width) {
        String text = width == 0 ? result.text() : Screen.pad(result.text(), width);
        return switch (result.verdict()) {
            case SURVIVED -> screen.green(text);
            case GAVE_UP -> screen.yellow(text);
            case WRONGLY_DONE, HUNG -> screen.red(text);
        };
    }

    JsonObject json() {
        return Json.object(
                "command",
                command,
                "aloneSurvived",
                good(Line::alone),
                "gatewaySurvived",
                good(Line::gateway),
                "faults",
                lines.stream()
                        .map(line -> Json.object(
                                "name",
                                line.fault().name(),
                                "title",
                                line.fault().title(),
                                "alone",
                                json(line.alone()),
                                "gateway",
                                json(line.gateway())))
                        .toList());
    }

    private static JsonObject json(DrillResult result) {
        return Json.object(
                "verdict",
                result.verdict().words(),
                "exit",
                result.exit().isPresent() ? result.exit().getAsInt() : null,
                "millis",
                result.millis(),
                "calls",
                result.calls());
    }

    /** Only what fails through the gateway is a failure; how the command fares alone stands beside it. */
    String junit() {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"mulligan drill\" tests=\"%d\" failures=\"%d\">%n",
                lines.size(),
                lines.size() - good(Line::gateway)));
        for (Line line : lines) {
            xml.append(String.format(
                    Locale.ROOT,
                    "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\">%n",
                    escaped(command),
                    escaped(line.fault().title()),
                    line.gateway().millis() / 1000.0));
            if (!line.gateway().isGood()) {
                xml.append(String.format(
                        "    <failure message=\"%s\"/>%n",
                        escaped(line.gateway().text())));
            }
            xml.append(String.format(
                    "    <system-out>alone: %s</system-out>%n",
                    escaped(line.alone().text())));
            xml.append("  </testcase>\n");
        }
        return xml.append("</testsuite>\n").toString();
    }

    String html() {
        StringBuilder page = new StringBuilder("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\n<title>"
                + escaped(command)
                + ": drill</title>\n<style>body{font:16px system-ui;margin:2rem}td,th{text-align:left;"
                + "padding:.3rem 1rem}.survived{color:#0a6b2d}.gave{color:#8a5a00}.wrongly,.hung{color:#b00020}</style>\n<h1>"
                + escaped(command) + "</h1>\n<p>Survived: " + escaped(score())
                + ".</p>\n<table>\n<tr><th>Fault<th>Alone<th>Through Mulligan\n");
        for (Line line : lines) {
            page.append("<tr><td>").append(escaped(line.fault().title()));
            for (DrillResult result : List.of(line.alone(), line.gateway())) {
                String style = result.verdict().words().split(" ", 2)[0];
                page.append("<td class=\"" + style + "\">").append(escaped(result.text()));
            }
            page.append('\n');
        }
        return page.append("</table>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
