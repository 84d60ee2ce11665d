package dev.mulligan.gateway;

import java.util.ArrayList;
import java.util.List;

/**
 * One fault on one way: alone ({@code direct}) or through the gateway.
 *
 * @param script what the simulated provider does
 */
record ClientTrial(String fault, String mode, String script) {

    /** Twice, then the provider is healthy. */
    private static final List<String> PASSING = List.of(
            "fault: status, code: 529",
            "fault: status, code: 500",
            "fault: status, code: 503",
            "fault: status, code: 504",
            "fault: status, code: 409",
            "fault: html-502",
            "fault: status, code: 429",
            "fault: status, code: 429, headers: {retry-after: 1}",
            "fault: reset",
            "fault: close",
            "fault: stall, ms: 100000",
            "fault: error-event, where: first",
            "fault: error-event, where: after-start",
            "fault: reset-stream, where: after-start",
            "fault: cut-stream, where: after-start",
            "fault: stall-stream, where: after-start, ms: 100000",
            "fault: malformed, where: after-start",
            "fault: empty-body",
            "fault: truncated-body",
            "fault: html-body",
            "fault: empty-content",
            "fault: slow, ms: 300");

    /** After content was delivered: the client must come again, and then gets a whole answer. */
    private static final List<String> PASSING_LATE = List.of(
            "fault: error-event, where: after-content",
            "fault: reset-stream, where: after-content",
            "fault: cut-stream, where: after-content",
            "fault: stall-stream, where: after-content, ms: 100000",
            "fault: no-terminator");

    private static final List<String> LASTING = List.of(
            "fault: status, code: 401",
            "fault: status, code: 403",
            "fault: status, code: 404",
            "fault: status, code: 400",
            "fault: no-credit",
            "fault: context-limit",
            "fault: content-filter");

    private static final String EMPTY = "empty streams, eight times";

    /** Ways that have another upstream, key or wire to go to, so that even a lasting fault ends well. */
    private static final List<String> WITH_WAY_OUT = List.of("second-route", "second-key", "translated");

    boolean isAlone() {
        return mode.equals("direct");
    }

    /** Whether nothing that is tried again can end well. */
    boolean isLasting() {
        return LASTING.contains(fault) && !WITH_WAY_OUT.contains(mode);
    }

    static List<ClientTrial> all(RealClient client) {
        List<ClientTrial> trials = new ArrayList<>();
        for (String mode : List.of("direct", "gateway")) {
            trials.add(new ClientTrial("no fault", mode, "[]"));
            PASSING.forEach(fault -> trials.add(new ClientTrial(fault, mode, twice(fault))));
            PASSING_LATE.forEach(fault -> trials.add(new ClientTrial(fault, mode, twice(fault))));
            LASTING.forEach(fault ->
                    trials.add(new ClientTrial(fault, mode, "[{%s, path: /v1, times: forever}]".formatted(fault))));
            trials.add(new ClientTrial(
                    "cut-stream after-content, seven times",
                    mode,
                    "[{fault: cut-stream, where: after-content, path: /v1, times: 7}]"));
            trials.add(new ClientTrial(
                    "429 + retry-after 65, once",
                    mode,
                    "[{fault: status, code: 429, headers: {retry-after: 65}, path: /v1, times: 1}]"));
            trials.add(new ClientTrial(EMPTY, mode, "[{fault: empty-content, path: /v1, times: 8}]"));
        }
        String down = "[{fault: status, code: 503, path: /v1, times: forever}]";
        trials.add(new ClientTrial("provider down for good, second route", "direct", down));
        trials.add(new ClientTrial("provider down for good, second route", "second-route", down));
        String empty = "{accounts: {sk-test: {quota: {requests: 0}}, sk-empty: {quota: {requests: 0}}}}";
        trials.add(new ClientTrial("quota empty, second key", "direct", empty));
        trials.add(new ClientTrial("quota empty, second key", "second-key", empty));
        if (client != RealClient.GEMINI_CLI) {
            trials.add(new ClientTrial("another provider's wire", "translated", "[]"));
            trials.add(new ClientTrial(
                    "another provider's wire, 529", "translated", "[{fault: status, code: 529, path: /v1, times: 2}]"));
        }
        return trials;
    }

    private static String twice(String fault) {
        return "[{%s, path: /v1, times: 2}]".formatted(fault);
    }
}
