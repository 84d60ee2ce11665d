package dev.mulligan.store.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A connection that keeps its prepared statements, since SQLite's driver reads and plans the text anew each time.
 * Closing a statement gives it back; the longest unused one is closed when there are too many. Like any connection, for
 * one thread at a time.
 */
final class StatementCache implements InvocationHandler {

    private static final int MOST = 120;
    /** A statement that carried more keeps that much memory, and is not worth keeping. */
    private static final int MOST_ROWS = 500;

    private final Connection connection;
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    private StatementCache(Connection connection) {
        this.connection = connection;
    }

    static Connection around(Connection connection) {
        return proxy(Connection.class, new StatementCache(connection));
    }

    /** A source of such connections. */
    static DataSource around(DataSource source) {
        return proxy(DataSource.class, (proxy, method, arguments) -> {
            Object result = call(source, proxy, method, arguments);
            return result instanceof Connection connection ? around(connection) : result;
        });
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("prepareStatement") && arguments != null && arguments.length == 1) {
            return prepared((String) arguments[0]);
        }
        if (method.getName().equals("close")) {
            // The driver closes them with the connection.
            forget();
        }
        return call(connection, proxy, method, arguments);
    }

    private synchronized PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement known = idle.remove(sql);
        PreparedStatement statement = known == null ? connection.prepareStatement(sql) : known;
        return proxy(PreparedStatement.class, new Lent(sql, statement));
    }

    private synchronized void giveBack(String sql, PreparedStatement statement) throws SQLException {
        PreparedStatement twin = idle.put(sql, statement);
        if (twin != null) {
            twin.close();
        }
        if (idle.size() > MOST) {
            String oldest = idle.keySet().iterator().next();
            PreparedStatement unused = idle.remove(oldest);
            if (unused != null) {
                unused.close();
            }
        }
    }

    private synchronized void forget() {
        idle.clear();
    }

    /** A statement in use. */
    private final class Lent implements InvocationHandler {
        private final String sql;
        private final PreparedStatement statement;
        private @Nullable ResultSet rows;
        private int batched;
        private boolean unread;
        private boolean failed;
        private boolean limited;
        private boolean closed;

        Lent(String sql, PreparedStatement statement) {
            this.sql = sql;
            this.statement = statement;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "close" -> {
                    close();
                    return null;
                }
                case "isClosed" -> {
                    return closed || statement.isClosed();
                }
                case "setMaxRows", "setFetchSize", "setQueryTimeout" -> limited = true;
                case "addBatch" -> batched++;
                default -> {}
            }
            if (closed && method.getDeclaringClass() != Object.class) {
                throw new SQLException("the statement is closed: " + sql);
            }
            try {
                Object result = call(statement, proxy, method, arguments);
                if (result instanceof ResultSet opened) {
                    rows = opened;
                    unread = false;
                } else if (method.getName().equals("execute")) {
                    unread = Boolean.TRUE.equals(result);
                }
                return result;
            } catch (SQLException e) {
                failed = true;
                throw e;
            }
        }

        private void close() throws SQLException {
            if (closed) {
                return;
            }
            closed = true;
            if (failed || unread || batched > MOST_ROWS || statement.isClosed()) {
                statement.close();
                return;
            }
            if (rows != null) {
                // A result that is open would keep its snapshot, and with it the log from being emptied.
                rows.close();
            }
            if (limited) {
                statement.setMaxRows(0);
                statement.setFetchSize(0);
                statement.setQueryTimeout(0);
            }
            if (batched > 0) {
                statement.clearBatch();
            }
            statement.clearParameters();
            giveBack(sql, statement);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(StatementCache.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @SuppressWarnings("ReferenceEquality") // A proxy equals only itself, and asking it would end here again.
    private static @Nullable Object call(Object target, Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("equals") && arguments != null) {
            return proxy == arguments[0];
        }
        if (method.getName().equals("hashCode")) {
            return System.identityHashCode(proxy);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
