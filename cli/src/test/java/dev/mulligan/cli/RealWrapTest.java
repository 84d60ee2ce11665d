package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code mulligan claude} and {@code mulligan codex} with the clients as npm has them today. Run with {@code mvn -Pclients
 * verify -pl cli -am -Dtest=RealWrapTest -Dsurefire.failIfNoSpecifiedTests=false}; needs npm with a registry, and the
 * right to make a network namespace.
 */
@Tag("clients")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RealWrapTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(PlanClient.class)
    void aFileIsWrittenThroughThirtyPercentFaultsAndTheSettingsStayAsTheyWere(PlanClient client) throws Exception {
        Path program = ClientPrograms.installed(client);

        JsonObject told = ClientPrograms.isolated(
                WrapTrial.class, folder.resolve("errors"), client.name(), program.toString(), folder.toString());

        int faults = 0;
        int calls = 0;
        for (Object one : told.list("trials")) {
            JsonObject trial = (JsonObject) one;
            String err = trial.text("err", "").strip();
            String last = err.substring(err.lastIndexOf('\n') + 1);
            System.out.println(
                    client + ": " + trial.get("requests") + " calls, " + trial.get("faults") + " faults, " + last);
            assertThat(trial.integer("exit")).as(trial.toString()).hasValue(0);
            assertThat(trial.truth("edited")).contains(true);
            assertThat(trial.truth("untouched")).contains(true);
            assertThat(last).startsWith("mulligan: 2 requests, ");
            int hit = trial.integer("faults").orElseThrow();
            faults += hit;
            calls += trial.integer("requests").orElseThrow();
            assertThat(last).contains(hit == 0 ? "none failed" : "from " + hit + " failure");
        }
        assertThat(faults * 4).as("faults of " + calls + " calls, times four").isGreaterThanOrEqualTo(calls);
    }
}
