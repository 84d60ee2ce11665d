package dev.mulligan.cli.exec;

import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an operation ended: for people on standard error, for programs as JSON on standard output. */
final class ExecOutput {

    private final OperationKind operation;
    private final boolean json;
    private final Screen out;
    private final Screen err;

    ExecOutput(OperationKind operation, boolean json, Screen out, Screen err) {
        this.operation = operation;
        this.json = json;
        this.out = out;
        this.err = err;
    }

    void show(ExecReport report, Optional<CascadeDetected> cascade) {
        if (json) {
            out.line(Json.write(json(report, cascade)));
        } else {
            print(report);
            cascade.ifPresent(this::print);
        }
    }

    /** The operation was not started. */
    void held(CascadeDetected cascade) {
        if (json) {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            all.put("success", false);
            all.put("attempts", 0);
            all.put("final_error", "held: " + cascade.diagnosis());
            all.put("escalation_required", true);
            all.putAll(json(cascade));
            out.line(Json.write(all));
        } else {
            print(cascade);
        }
    }

    private void print(CascadeDetected cascade) {
        err.line(err.red("‖ cascade: " + cascade.diagnosis()));
        err.line("  " + String.join(", ", cascade.items()));
        err.line("  " + cascade.recommendation() + " Then continue with --continue.");
    }

    private void print(ExecReport report) {
        String tries = report.attempts() + (report.attempts() == 1 ? " attempt" : " attempts");
        if (report.success()) {
            err.line(err.green("✓ " + operation.wireName() + " passed") + " after " + tries);
        } else if (report.noEvidence()) {
            err.line(err.yellow("? " + report.finalError()));
        } else {
            err.line(err.red("✗ " + operation.wireName() + " failed") + " after " + tries + ": " + report.finalError());
        }
        if (!report.changedFiles().isEmpty()) {
            err.line("  changed: " + FileNames.of(report.changedFiles()));
        }
        report.learningRecordId().ifPresent(id -> err.line(err.dim("  learnt: " + id)));
    }

    private static JsonObject json(ExecReport report, Optional<CascadeDetected> cascade) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("success", report.success());
        all.put("attempts", report.attempts());
        if (report.success()) {
            all.put(
                    "result",
                    Json.object(
                            "exit_code", report.exitCode(),
                            "summary", report.summary(),
                            "files_changed", report.changedFiles()));
        } else {
            all.put("final_error", report.finalError());
            all.put("no_evidence", report.noEvidence());
            all.put("skipped", report.skipped());
            all.put("escalation_required", !report.skipped());
            all.put("files_changed", report.changedFiles());
        }
        report.learningRecordId().ifPresent(id -> all.put("learning_record_id", id));
        if (!report.success()) {
            all.put("cascade_detected", false);
            cascade.ifPresent(found -> all.putAll(json(found)));
        }
        all.put("retry_history", report.tries().stream().map(ExecOutput::json).toList());
        return new JsonObject(all);
    }

    private static Map<String, @Nullable Object> json(CascadeDetected cascade) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("cascade_detected", true);
        all.put("failures_in_window", cascade.failuresInWindow());
        all.put("threshold", cascade.threshold());
        all.put("action", cascade.action());
        all.put("diagnosis", cascade.diagnosis());
        all.put("recommendation", cascade.recommendation());
        all.put("items", List.copyOf(cascade.items()));
        return all;
    }

    private static JsonObject json(ExecReport.Try one) {
        return Json.object(
                "attempt", one.attempt(),
                "exit_code", one.exitCode(),
                "signature", one.signature(),
                "failing", one.failing(),
                "summary", one.summary(),
                "fix", one.fix(),
                "strategy", one.strategy());
    }
}
