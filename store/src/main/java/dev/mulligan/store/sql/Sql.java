package dev.mulligan.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plain JDBC with less typing. */
public final class Sql {

    /** How one row becomes an object. */
    public interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    private static final int LONGEST_COLUMN = 500;

    private Sql() {}

    public static PreparedStatement bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            switch (values[i]) {
                case String text -> statement.setString(i + 1, text);
                case Long number -> statement.setLong(i + 1, number);
                case Integer number -> statement.setLong(i + 1, number);
                case Boolean truth -> statement.setLong(i + 1, truth ? 1 : 0);
                default -> throw new IllegalArgumentException("cannot store " + values[i].getClass());
            }
        }
        return statement;
    }

    public static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return bind(statement, values).executeUpdate();
        }
    }

    public static int[] batch(Connection connection, String sql, List<Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return new int[0];
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object[] row : rows) {
                bind(statement, row).addBatch();
            }
            return statement.executeBatch();
        }
    }

    public static <T> List<T> list(Connection connection, String sql, Mapper<T> mapper, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            List<T> found = new ArrayList<>();
            try (ResultSet rows = bind(statement, values).executeQuery()) {
                while (rows.next()) {
                    found.add(mapper.map(rows));
                }
            }
            return found;
        }
    }

    public static <T> Optional<T> one(Connection connection, String sql, Mapper<T> mapper, Object... values)
            throws SQLException {
        return list(connection, sql, mapper, values).stream().findFirst();
    }

    /** Text for a column: bounded, and without the characters that databases refuse. */
    public static String text(String text) {
        return storable(text.length() > LONGEST_COLUMN ? text.substring(0, LONGEST_COLUMN) : text);
    }

    /** PostgreSQL takes neither the zero character nor half of a surrogate pair. */
    public static String storable(String text) {
        int bad = firstBad(text);
        if (bad < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text);
        for (int i = bad; i < clean.length(); i++) {
            char c = clean.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < clean.length()
                    && Character.isLowSurrogate(clean.charAt(i + 1));
            if (pair) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                clean.setCharAt(i, '\uFFFD');
            }
        }
        return clean.toString();
    }

    private static int firstBad(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }
}
