package dev.mulligan.store.sql;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Lets the scheduler's own statements take part in our transaction: while a thread is inside {@link #bound}, every
 * connection it asks for is the one of that transaction, and only its owner can commit it.
 */
public final class BoundSource implements DataSource {

    private static final ScopedValue<Connection> BOUND = ScopedValue.newInstance();
    private static final Set<String> LEFT_TO_THE_OWNER = Set.of("close", "commit", "rollback", "setAutoCommit");

    private final DataSource free;

    public BoundSource(DataSource free) {
        this.free = free;
    }

    public static <T> T bound(Connection connection, Database.Work<T> work) throws SQLException {
        return ScopedValue.where(BOUND, connection).<T, SQLException>call(() -> work.on(connection));
    }

    @Override
    public Connection getConnection() throws SQLException {
        return BOUND.isBound() ? withoutEnd(BOUND.get()) : free.getConnection();
    }

    private static Connection withoutEnd(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                BoundSource.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (LEFT_TO_THE_OWNER.contains(method.getName())) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the store knows its own user");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("there is no log writer");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is no log writer");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        free.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return free.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return free.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("not a wrapper for " + type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
