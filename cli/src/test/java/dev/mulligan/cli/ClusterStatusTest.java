package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.store.EventStore;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterStatusTest {

    @TempDir
    Path home;

    @Test
    void workersAreShownWithWhatTheyHold() throws SQLException {
        String where = home.resolve("store.db").toString();
        try (EventStore store = EventStore.open(where);
                Connection connection = store.flows().scheduler().getConnection();
                Statement statement = connection.createStatement()) {
            for (String row : new String[] {"'r1/a', 1, 'host:1:1:x'", "'r1/b', 1, 'host:1:1:x'", "'r2/a', 0, null"}) {
                statement.execute("insert into scheduled_tasks (task_name, task_instance, picked, picked_by,"
                        + " execution_time, version) values ('mulligan-step', " + row + ", 0, 1)");
            }
        }

        Cli people = Cli.run("status", "--cluster", "--store", where);
        assertThat(people.exit()).as(people.err()).isZero();
        assertThat(people.out()).contains("host:1:1:x  2 steps", "r1/a", "r1/b", "1 waiting");

        JsonObject read = Json.parseObject(
                Cli.run("status", "--cluster", "--json", "--store", where).out());
        assertThat(read.list("workers")).hasSize(1);
        assertThat(read.list("workers").toString()).contains("r1/a", "r1/b").doesNotContain("r2/a");
        assertThat(Cli.run("status", "--cluster", "r1", "--store", where).exit())
                .isNotZero();
    }

    @Test
    void nobodyAtWorkIsSaidPlainly() {
        Cli said = Cli.run(
                "status", "--cluster", "--store", home.resolve("store.db").toString());
        assertThat(said.out()).contains("No worker holds anything", "0 waiting");
    }
}
