package dev.mulligan.cli.practice;

import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.text.Yaml;
import java.util.List;

/**
 * One way in which a provider fails.
 *
 * @param lasts whether it never ends: then the right thing is to say so soon, not to go on
 * @param slow whether it is only noticed after minutes of silence
 * @param script as the simulator reads it
 */
record DrillFault(String name, String title, boolean lasts, boolean slow, String script) {

    static final List<DrillFault> ALL = List.of(
            twice("overloaded", "529 overloaded, twice", "fault: status, code: 529"),
            twice("server-error", "500, twice", "fault: status, code: 500"),
            twice("unavailable", "503, twice", "fault: status, code: 503"),
            twice("bad-gateway", "502 as a web page, twice", "fault: html-502"),
            twice("rate-limit", "429 with retry-after, twice", "fault: status, code: 429, headers: {retry-after: 1}"),
            twice("rate-limit-bare", "429 without retry-after, twice", "fault: status, code: 429"),
            twice("reset", "connection reset, twice", "fault: reset"),
            twice("closed", "connection closed, twice", "fault: close"),
            twice("error-first", "error as first event, twice", "fault: error-event, where: first"),
            twice("error-started", "error in a started stream, twice", "fault: error-event, where: after-start"),
            twice("error-late", "error after content, twice", "fault: error-event, where: after-content"),
            twice("reset-stream", "stream reset after content, twice", "fault: reset-stream, where: after-content"),
            twice("cut-stream", "stream ends early, twice", "fault: cut-stream, where: after-content"),
            twice("malformed", "broken JSON in the stream, twice", "fault: malformed, where: after-start"),
            twice("empty-body", "empty answer, twice", "fault: empty-body"),
            twice("web-page", "200 with a web page, twice", "fault: html-body"),
            twice("empty-content", "answer without content, twice", "fault: empty-content"),
            new DrillFault(
                    "stall",
                    "silence before the answer, twice",
                    false,
                    true,
                    "[{fault: stall, ms: 600000, path: /v1, times: 2}]"),
            new DrillFault(
                    "stall-stream",
                    "silence in the stream, twice",
                    false,
                    true,
                    "[{fault: stall-stream, where: after-start, ms: 600000, path: /v1, times: 2}]"),
            forever("bad-key", "401, always", "fault: status, code: 401"),
            forever("no-credit", "no credit, always", "fault: no-credit"),
            forever("too-long", "prompt too long, always", "fault: context-limit"));

    private static DrillFault twice(String name, String title, String fault) {
        return new DrillFault(name, title, false, false, "[{" + fault + ", path: /v1, times: 2}]");
    }

    private static DrillFault forever(String name, String title, String fault) {
        return new DrillFault(name, title, true, false, "[{" + fault + ", path: /v1, times: forever}]");
    }

    Script faults() {
        return ScriptReader.read(Yaml.parse("drill", script));
    }
}
