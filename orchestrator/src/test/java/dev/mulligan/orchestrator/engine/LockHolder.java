package dev.mulligan.orchestrator.engine;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** A program that takes SQLite's write lock, keeps it for a while, lets go, and takes it again. */
final class LockHolder {

    private static final long BETWEEN_MILLIS = 300;

    private LockHolder() {}

    public static void main(String[] arguments) throws Exception {
        int times = Integer.parseInt(arguments[1]);
        long millis = Long.parseLong(arguments[2]);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = 30000");
            for (int i = 0; i < times; i++) {
                statement.execute("begin immediate");
                System.out.println("held");
                Thread.sleep(millis);
                statement.execute("rollback");
                Thread.sleep(BETWEEN_MILLIS);
            }
        }
    }
}
