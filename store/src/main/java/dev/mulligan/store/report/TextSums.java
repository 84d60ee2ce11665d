package dev.mulligan.store.report;

import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.Upserts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How often a message or a prompt pattern was seen. Their number has no natural bound, so each hour and day keeps the
 * most frequent ones and puts the rest together under {@link #OTHER}. What is folded away comes back as a new text when
 * it is seen again; its earlier count stays with the others.
 */
final class TextSums {

    static final String OTHER = "(other)";

    private static final int KEPT = 100;
    /** Folding away happens now and then and not at every new text. */
    private static final int MOST = 2 * KEPT;

    private static final String GROUP = " from rollup_text where grain = ? and scope = ? and kind = ? and bucket = ?";

    private static final Upserts.Target TEXTS = new Upserts.Target(
            "rollup_text", List.of("grain", "scope", "kind", "bucket", "content"), List.of("requests", "failures"));

    /** A text and what its requests have in common. Its many rows are worked out once for a batch. */
    private record Seen(String kind, RequestSums.Combination about, String content) {}

    private final Map<Seen, long[]> seen = new HashMap<>();
    private final Upserts texts = new Upserts(TEXTS);

    void add(String kind, RequestSums.Combination about, String content, boolean success) {
        long[] sums = seen.computeIfAbsent(new Seen(kind, about, content), fresh -> new long[2]);
        sums[0]++;
        sums[1] += success ? 0 : 1;
    }

    private void spread(Seen text, long[] sums) {
        String content = Sql.text(text.content);
        List<String> scopes = text.about.scopes();
        for (int grain = Buckets.HOURS; grain <= Buckets.DAYS; grain++) {
            long bucket = Buckets.start(grain, text.about.hour());
            for (String scope : scopes) {
                texts.add(new RowKey(grain, scope, text.kind, bucket, content), sums);
            }
        }
    }

    void flush(Connection connection) throws SQLException {
        seen.forEach(this::spread);
        seen.clear();
        Set<RowKey> groups = new TreeSet<>();
        for (RowKey key : texts.keys()) {
            groups.add(new RowKey(key.part(0), key.part(1), key.part(2), key.part(3)));
        }
        texts.flush(connection);
        for (RowKey group : groups) {
            bound(connection, group.part(0), group.part(1), group.part(2), group.part(3));
        }
    }

    private static void bound(Connection connection, Object... group) throws SQLException {
        boolean full = Sql.one(
                        connection,
                        "select 1" + GROUP + " limit 1 offset ?",
                        row -> true,
                        group[0],
                        group[1],
                        group[2],
                        group[3],
                        MOST)
                .isPresent();
        if (!full) {
            return;
        }
        List<Object[]> all = Sql.list(
                connection,
                "select content, requests, failures" + GROUP + " order by failures desc, requests desc, content",
                row -> new Object[] {row.getString(1), row.getLong(2), row.getLong(3)},
                group);
        long requests = 0;
        long failures = 0;
        for (Object[] text : all.subList(KEPT, all.size())) {
            requests += (Long) text[1];
            failures += (Long) text[2];
        }
        List<Object[]> gone = all.subList(KEPT, all.size()).stream()
                .map(text -> new Object[] {group[0], group[1], group[2], group[3], text[0]})
                .toList();
        Sql.batch(connection, "delete" + GROUP + " and content = ?", gone);
        Upserts other = new Upserts(TEXTS);
        other.add(new RowKey(group[0], group[1], group[2], group[3], OTHER), new long[] {requests, failures});
        other.flush(connection);
    }
}
