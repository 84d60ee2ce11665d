package dev.mulligan.store.report;

import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Upserts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of requests by everything that can be asked for. A batch is first summed by what its requests have in common, so
 * that the many rows that follow are worked out once for a combination and not once for a request.
 */
final class RequestSums {

    static final String PROJECT = "project";
    static final String MODEL = "model";
    static final String STAGE = "stage";
    static final String TYPE = "type";
    static final String ERROR_TYPE = "error_type";

    static final String LAYER = "layer";
    static final String WAIT = "wait";

    /**
     * What requests have in common; {@code type} and {@code errorType} are empty when nothing failed.
     *
     * @param waitMark the mark of {@link WaitScale} of a recovery; 0 for others
     */
    record Combination(
            long hour,
            String project,
            String layer,
            String model,
            String stage,
            String type,
            String errorType,
            long waitMark) {

        List<String> scopes() {
            return Scope.allOf(project, layer, model, stage, type);
        }

        private List<String[]> dimensions() {
            List<String[]> dimensions = new ArrayList<>(List.of(
                    new String[] {PROJECT, project},
                    new String[] {MODEL, model},
                    new String[] {STAGE, stage},
                    new String[] {LAYER, layer}));
            if (waitMark > 0) {
                dimensions.add(new String[] {WAIT, Long.toString(waitMark)});
            }
            if (!type.isEmpty()) {
                dimensions.add(new String[] {TYPE, type});
                dimensions.add(new String[] {ERROR_TYPE, errorType});
            }
            return dimensions;
        }
    }

    private static final Upserts.Target REQUESTS = new Upserts.Target(
            "rollup_request",
            List.of("grain", "bucket", "project", "layer", "model", "stage", "failure_type", "error_type"),
            ReportTally.COLUMNS);
    private static final Upserts.Target SUMS = new Upserts.Target(
            "rollup_sum", List.of("grain", "scope", "bucket", "dimension", "name"), ReportTally.COLUMNS);

    private final Map<Combination, long[]> combinations = new HashMap<>();
    private final Upserts requests = new Upserts(REQUESTS);
    private final Upserts sums = new Upserts(SUMS);

    void add(Combination combination, long[] deltas) {
        long[] known = combinations.putIfAbsent(combination, deltas.clone());
        if (known != null) {
            for (int i = 0; i < deltas.length; i++) {
                known[i] += deltas[i];
            }
        }
    }

    void flush(Connection connection) throws SQLException {
        combinations.forEach(this::spread);
        combinations.clear();
        requests.flush(connection);
        sums.flush(connection);
    }

    private void spread(Combination of, long[] deltas) {
        List<String> scopes = of.scopes();
        List<String[]> dimensions = of.dimensions();
        for (int grain = Buckets.HOURS; grain <= Buckets.DAYS; grain++) {
            long bucket = Buckets.start(grain, of.hour);
            requests.add(
                    new RowKey(grain, bucket, of.project, of.layer, of.model, of.stage, of.type, of.errorType), deltas);
            for (String scope : scopes) {
                for (String[] dimension : dimensions) {
                    sums.add(new RowKey(grain, scope, bucket, dimension[0], dimension[1]), deltas);
                }
            }
        }
    }
}
