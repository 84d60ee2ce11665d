package dev.mulligan.store;

import dev.mulligan.record.share.Note;
import dev.mulligan.record.share.NoteBoard;
import dev.mulligan.redact.Secrets;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes between programs, in a table. Asking for news when there are none costs one small query. How long a note lasts is
 * measured by the database's clock where it has one: those of the programs may differ.
 */
final class SharedNotes implements NoteBoard {

    private static final String TAKE_POSITIONS =
            "update counter set value = value + ? where name = 'note' returning value";
    private static final String LEAVE = "insert into note (kind, subject, teller, body, expires_at, position)"
            + " values (?, ?, ?, ?, ?, ?) on conflict (kind, subject, teller) do update set body = excluded.body,"
            + " expires_at = excluded.expires_at, position = excluded.position";
    private static final String NEWS = "select teller, kind, subject, body, expires_at, position from note"
            + " where position > ? and teller <> ? and expires_at > ? order by position limit ?";
    private static final int PAGE = 2_000;
    private static final int LONGEST_BODY = 64 << 10;
    private static final long TIDY_EVERY_MS = 60_000;

    private record Row(Note.Heard heard, long position) {}

    private record Newest(long position, long now) {}

    private final Database database;
    private final String teller;
    private long seen;
    private long tidied;

    SharedNotes(Database database, String teller) {
        this.database = database;
        this.teller = Secrets.redact(teller);
    }

    @Override
    public synchronized List<Note.Heard> exchange(List<Note> mine) {
        if (!mine.isEmpty()) {
            database.write("leaving notes", connection -> leave(connection, mine));
        }
        return database.read("reading notes", this::news);
    }

    private boolean leave(Connection connection, List<Note> mine) throws SQLException {
        database.hurry(connection);
        long now = database.now(connection);
        // Also a lock, as with events: what has a lower position is visible to whoever sees a higher one.
        long position = Sql.one(connection, TAKE_POSITIONS, row -> row.getLong(1), mine.size())
                        .orElseThrow(() -> new SQLException("the counter of notes is missing"))
                - mine.size();
        List<Object[]> rows = new ArrayList<>(mine.size());
        for (Note note : mine) {
            position++;
            if (note.body().length() <= LONGEST_BODY) {
                rows.add(new Object[] {
                    Sql.text(Secrets.redact(note.kind())),
                    Sql.text(Secrets.redact(note.subject())),
                    Sql.text(teller),
                    Sql.storable(Secrets.redact(note.body())),
                    now + note.lasts().toMillis(),
                    position
                });
            }
        }
        Sql.batch(connection, LEAVE, rows);
        if (now - tidied > TIDY_EVERY_MS) {
            tidied = now;
            Sql.update(connection, "delete from note where expires_at < ?", now);
        }
        return true;
    }

    private List<Note.Heard> news(Connection connection) throws SQLException {
        database.hurry(connection);
        Newest newest = Sql.one(
                        connection,
                        "select value, " + database.nowSql() + " from counter where name = 'note'",
                        row -> new Newest(row.getLong(1), row.getLong(2)))
                .orElseThrow(() -> new SQLException("the counter of notes is missing"));
        if (newest.position() < seen) {
            // Restored from an older backup: everything in it is news.
            seen = 0;
        }
        List<Note.Heard> heard = new ArrayList<>();
        while (seen < newest.position()) {
            List<Row> page = Sql.list(
                    connection, NEWS, row -> row(row, newest.now()), seen, Sql.text(teller), newest.now(), PAGE);
            page.forEach(row -> heard.add(row.heard()));
            seen = page.size() < PAGE
                    ? Math.max(
                            newest.position(),
                            page.isEmpty() ? 0 : page.getLast().position())
                    : page.getLast().position();
        }
        return heard;
    }

    private static Row row(java.sql.ResultSet row, long now) throws SQLException {
        Note note =
                new Note(row.getString(2), row.getString(3), row.getString(4), Duration.ofMillis(row.getLong(5) - now));
        return new Row(new Note.Heard(row.getString(1), note), row.getLong(6));
    }
}
