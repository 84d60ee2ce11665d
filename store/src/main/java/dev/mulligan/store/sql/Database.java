package dev.mulligan.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** What differs between the two databases, and nothing else. */
public interface Database extends AutoCloseable {

    /** Where it is, without passwords: for messages. */
    String name();

    /** A connection for one transaction at a time; auto-commit is off. */
    Connection forWriting() throws SQLException;

    Connection forReading() throws SQLException;

    /** Makes the transaction last, and holds no lock afterwards. */
    void commit(Connection connection) throws SQLException;

    /** Gives a connection back; {@code broken} ones are thrown away. */
    void release(Connection connection, boolean broken);

    /** The type of a key that clusters the table by it. */
    String rowidType();

    /** The three column types of the scheduler's own table. */
    String bytesType();

    String timeType();

    String truthType();

    /** For the scheduler, which opens and closes connections by itself. */
    DataSource forScheduler();

    /** A word for the scheduler's dialect. */
    boolean isServer();

    /**
     * From here on this connection fails when the server is silent for longer than a short transaction takes. For work
     * that must not hang when a machine or a network vanishes without a word.
     */
    default void hurry(Connection connection) throws SQLException {}

    /** An expression for the time in epoch milliseconds: the server's where there is one, else this machine's. */
    String nowSql();

    /** The time it stands for. */
    default long now(Connection connection) throws SQLException {
        return Sql.one(connection, "select " + nowSql(), row -> row.getLong(1)).orElseGet(System::currentTimeMillis);
    }

    /** What a database error means to a person. */
    StoreException explain(String doing, SQLException e);

    @Override
    void close();

    /** Work inside a transaction or on a snapshot. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    default <T> T write(String doing, Work<T> work) {
        return run(doing, work, true);
    }

    /**
     * A server that restarts closes the connections that were open: what only reads is tried on a new one. One that is
     * silent is not asked again: that would take as long as the first time.
     */
    default <T> T read(String doing, Work<T> work) {
        for (int left = isServer() ? 3 : 0; ; left--) {
            long begun = System.nanoTime();
            try {
                return run(doing, work, false);
            } catch (StoreException e) {
                boolean atOnce =
                        System.nanoTime() - begun < Duration.ofSeconds(1).toNanos();
                if (left == 0 || !e.isAway() || !atOnce) {
                    throw e;
                }
            }
        }
    }

    /** The same, but a server that is away is not tried again. */
    default <T> T readOnce(String doing, Work<T> work) {
        return run(doing, work, false);
    }

    private <T> T run(String doing, Work<T> work, boolean writing) {
        Connection connection = null;
        boolean broken = true;
        try {
            connection = writing ? forWriting() : forReading();
            T result = work.on(connection);
            if (writing) {
                commit(connection);
            }
            broken = false;
            return result;
        } catch (SQLException e) {
            throw explain(doing, e);
        } finally {
            if (connection != null) {
                broken = broken && !rolledBack(connection, writing);
                release(connection, broken);
            }
        }
    }

    private static boolean rolledBack(Connection connection, boolean writing) {
        try {
            if (writing) {
                connection.rollback();
            }
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }
}
