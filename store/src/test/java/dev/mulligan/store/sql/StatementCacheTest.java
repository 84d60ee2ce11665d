package dev.mulligan.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A statement that is used again behaves like a new one. */
class StatementCacheTest {

    private static final String ALL = "select a from t where a >= ? order by a";

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = StatementCache.around(DriverManager.getConnection("jdbc:sqlite::memory:"));
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table t (a integer primary key)");
            statement.execute("insert into t values (1), (2), (3)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private int count(PreparedStatement statement) throws SQLException {
        int count = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    void limitsOfOneUseDoNotHoldInTheNext() throws SQLException {
        try (PreparedStatement limited = connection.prepareStatement(ALL)) {
            limited.setMaxRows(1);
            limited.setInt(1, 0);
            assertThat(count(limited)).isEqualTo(1);
        }
        try (PreparedStatement next = connection.prepareStatement(ALL)) {
            assertThat(next.getMaxRows()).isZero();
            next.setInt(1, 0);
            assertThat(count(next)).isEqualTo(3);
        }
    }

    @Test
    void parametersOfOneUseAreGoneInTheNext() throws SQLException {
        try (PreparedStatement first = connection.prepareStatement(ALL)) {
            first.setInt(1, 3);
            assertThat(count(first)).isEqualTo(1);
        }
        try (PreparedStatement next = connection.prepareStatement(ALL)) {
            assertThat(count(next)).as("nothing is more than null").isZero();
        }
    }

    @Test
    void oneThatFailedIsNotUsedAgain() throws SQLException {
        String insert = "insert into t values (?)";
        try (PreparedStatement first = connection.prepareStatement(insert)) {
            first.setInt(1, 1);
            assertThatThrownBy(first::executeUpdate).hasMessageContaining("UNIQUE");
        }
        try (PreparedStatement next = connection.prepareStatement(insert)) {
            next.setInt(1, 4);
            assertThat(next.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void aResultThatWasLeftOpenDoesNotKeepOthersOut() throws SQLException {
        PreparedStatement reader = connection.prepareStatement(ALL);
        reader.setInt(1, 0);
        assertThat(reader.executeQuery().next()).isTrue();
        reader.close();
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table t");
        }
    }

    @Test
    void aBatchThatWasNotRunIsNotRunLater() throws SQLException {
        String insert = "insert into t values (?)";
        try (PreparedStatement first = connection.prepareStatement(insert)) {
            first.setInt(1, 10);
            first.addBatch();
        }
        try (PreparedStatement next = connection.prepareStatement(insert)) {
            next.setInt(1, 11);
            next.addBatch();
            assertThat(next.executeBatch()).hasSize(1);
        }
        try (PreparedStatement all = connection.prepareStatement(ALL)) {
            all.setInt(1, 0);
            assertThat(count(all)).isEqualTo(4);
        }
    }

    @Test
    void oneThatIsClosedCannotBeUsed() throws SQLException {
        PreparedStatement statement = connection.prepareStatement(ALL);
        statement.close();
        statement.close();
        assertThat(statement.isClosed()).isTrue();
        assertThatThrownBy(() -> statement.setInt(1, 1)).hasMessageContaining("is closed");
    }

    @Test
    void twoOfOneTextDoNotDisturbEachOther() throws SQLException {
        try (PreparedStatement one = connection.prepareStatement(ALL);
                PreparedStatement two = connection.prepareStatement(ALL)) {
            one.setInt(1, 3);
            two.setInt(1, 0);
            assertThat(count(one)).isEqualTo(1);
            assertThat(count(two)).isEqualTo(3);
        }
    }
}
