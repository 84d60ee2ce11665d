package dev.mulligan.store.report;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells about each crossing of a threshold once: again only after the rate was back below it. What could not be sent is
 * not remembered, so that the next look tries again.
 */
public final class AlertWatch {

    private final Database database;

    public AlertWatch(Database database) {
        this.database = database;
    }

    /** Sends what is new in one go and returns it; {@code send} throws when nobody heard. */
    public List<Report.Alert> tell(List<Report.Alert> now, Instant at, Consumer<List<Report.Alert>> send) {
        Set<String> told = new HashSet<>(database.read(
                "looking which alerts were sent",
                connection -> Sql.list(connection, "select name from alert_sent", row -> row.getString(1))));
        List<Report.Alert> fresh =
                now.stream().filter(alert -> !told.contains(alert.name())).toList();
        if (!fresh.isEmpty()) {
            send.accept(fresh);
        }
        List<Object[]> begun = new ArrayList<>();
        fresh.forEach(alert -> begun.add(new Object[] {alert.name(), at.toEpochMilli()}));
        now.forEach(alert -> told.remove(alert.name()));
        List<Object[]> over = new ArrayList<>();
        told.forEach(name -> over.add(new Object[] {name}));
        if (!begun.isEmpty() || !over.isEmpty()) {
            database.write("remembering sent alerts", connection -> {
                Sql.batch(
                        connection,
                        "insert into alert_sent (name, since) values (?, ?) on conflict (name) do nothing",
                        begun);
                Sql.batch(connection, "delete from alert_sent where name = ?", over);
                return true;
            });
        }
        return fresh;
    }
}
