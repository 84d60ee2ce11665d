package dev.mulligan.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.mulligan.redact.Secrets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** For several servers and workers that share what happened. */
public final class PostgresDatabase implements Database {

    private static final int CONNECTIONS = 12;
    private static final int CONNECT_MILLIS = 5_000;

    /** For so long a server that was not there counts as away without another look. */
    private static final long AWAY_NANOS = 1_000_000_000L;

    private static final int SILENCE_MILLIS = 10_000;

    private final String address;
    private final HikariDataSource source;
    private final ReentrantLock schema = new ReentrantLock();
    private volatile boolean schemaKnown;

    /** Only read and written under the lock. */
    private @Nullable Away away;

    /**
     * Takes {@code postgres://user:password@host:port/database?option=value}, or a JDBC address.
     *
     * @param patient opens although the server is away; the schema is seen to when it is back
     */
    public PostgresDatabase(String address, boolean patient) {
        this.schemaKnown = !patient;
        this.address = Secrets.redact(address);
        HikariConfig config = new HikariConfig();
        PostgresAddress parsed = PostgresAddress.parse(address);
        config.setJdbcUrl(parsed.jdbcUrl());
        parsed.user().ifPresent(config::setUsername);
        parsed.password().ifPresent(config::setPassword);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECT_MILLIS);
        // Without these a server that vanished silently would be waited for without end.
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", "5");
        if (patient) {
            config.setInitializationFailTimeout(-1);
        }
        config.setPoolName("mulligan-store");
        try {
            this.source = new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new StoreException(
                    "PostgreSQL cannot be reached at " + this.address + ": " + cause.getMessage(),
                    "Check the address, the password, and that the server is running.",
                    e);
        }
    }

    @Override
    public String name() {
        return address;
    }

    @Override
    public Connection forWriting() throws SQLException {
        seeToTheSchema();
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection forReading() throws SQLException {
        seeToTheSchema();
        return source.getConnection();
    }

    /**
     * One at a time looks for a server that was never reached. Each look takes seconds, so those who waited meanwhile, and
     * those who come right after it, go by what it found: one behind the other they would wait for minutes.
     */
    private void seeToTheSchema() {
        // The one who brings it up to date reads and writes, too.
        if (schemaKnown || schema.isHeldByCurrentThread()) {
            return;
        }
        long asked = System.nanoTime();
        schema.lock();
        try {
            if (!schemaKnown) {
                Away lately = away;
                if (lately != null && lately.since() - asked > -AWAY_NANOS) {
                    throw lately.again();
                }
                migrate();
            }
        } finally {
            schema.unlock();
        }
    }

    private void migrate() {
        try {
            Migrator.migrate(this);
            schemaKnown = true;
        } catch (StoreException e) {
            if (e.isAway()) {
                away = new Away(e, System.nanoTime());
            }
            throw e;
        }
    }

    /** What the last look found, and when on the steady clock. */
    private record Away(StoreException found, long since) {

        StoreException again() {
            return new StoreException(
                    String.valueOf(found.getMessage()),
                    found.advice(),
                    Objects.requireNonNullElse(found.getCause(), found));
        }
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    @Override
    public void release(Connection connection, boolean broken) {
        if (broken) {
            source.evictConnection(connection);
        }
        try {
            connection.close();
        } catch (SQLException e) {
            source.evictConnection(connection);
        }
    }

    @Override
    public String rowidType() {
        return "bigint";
    }

    @Override
    public String bytesType() {
        return "bytea";
    }

    @Override
    public String timeType() {
        return "timestamp with time zone";
    }

    @Override
    public String truthType() {
        return "boolean";
    }

    @Override
    public boolean isServer() {
        return true;
    }

    @Override
    public DataSource forScheduler() {
        return source;
    }

    /** The pool takes it back when the connection is returned. */
    @Override
    public void hurry(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
    }

    @Override
    public String nowSql() {
        return "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    }

    @Override
    public StoreException explain(String doing, SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        if (e instanceof SQLTransientConnectionException && state.isEmpty()) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            return new StoreException(
                    doing + " failed: PostgreSQL at " + address + " does not answer or has no free connection ("
                            + Secrets.redact(String.valueOf(cause.getMessage())) + ")",
                    "Check that the server is running, can be reached, and allows enough connections.",
                    e);
        }
        return new StoreException(
                doing + " failed, " + address + ": " + Secrets.redact(String.valueOf(e.getMessage())),
                advice(state),
                e);
    }

    private static String advice(String state) {
        if (state.startsWith("57P")) {
            return "The server is restarting or going down; try again when it is back.";
        }
        if (state.equals("53300")) {
            return "The server has no free connection: raise its max_connections, or let fewer programs use it.";
        }
        if (state.startsWith("08")) {
            return "Check that the server is running and can be reached.";
        }
        return state.startsWith("53") ? "The server is out of disk space or memory." : "Run mulligan doctor.";
    }

    @Override
    public void close() {
        source.close();
    }
}
