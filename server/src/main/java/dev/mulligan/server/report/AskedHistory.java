package dev.mulligan.server.report;

import dev.mulligan.failure.FailureType;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.store.report.AnalyticsQuery;
import java.time.Instant;

/** The part of history that a call asks about. */
final class AskedHistory {

    private AskedHistory() {}

    static AnalyticsQuery query(Call call, Instant from, Instant to) {
        inOrder(from, to);
        return new AnalyticsQuery(
                from,
                to,
                call.asked("project"),
                call.asked("model"),
                call.asked("stage"),
                call.oneOf("layer", AnalyticsQuery.LAYERS),
                call.oneOf("type", FailureType.wireNames()));
    }

    /** An empty answer to a question that nobody can mean would look like good news. */
    static void inOrder(Instant from, Instant to) {
        if (from.isAfter(to)) {
            throw Problem.field("from", "from: is after to");
        }
    }
}
