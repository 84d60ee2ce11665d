package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code mulligan import} reads transcripts that real clients wrote while a provider failed. Run with {@code mvn -Pclients
 * verify -pl cli -am -Dtest=RealImportTest -Dsurefire.failIfNoSpecifiedTests=false}; needs npm with a registry, and the
 * right to make a network namespace.
 */
@Tag("clients")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RealImportTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(PlanClient.class)
    void whatTheClientWroteDownIsFoundAndNoSecretIsStored(PlanClient client) throws Exception {
        Path program = ClientPrograms.installed(client);

        JsonObject told = ClientPrograms.isolated(
                ImportTrial.class, folder.resolve("errors"), client.name(), program.toString(), folder.toString());

        long injected = 0;
        long found = 0;
        SoftAssertions all = new SoftAssertions();
        for (Object one : told.list("trials")) {
            JsonObject trial = (JsonObject) one;
            System.out.println(client + ": " + trial);
            long hit = trial.number("injected").orElseThrow();
            long seen = trial.number("retries").orElseThrow()
                    + trial.number("failures").orElseThrow();
            boolean lost = trial.integer("exit").orElse(0) != 0;
            injected += hit;
            found += Math.min(seen, hit);
            all.assertThat(hit).as("faults in " + trial).isPositive();
            all.assertThat(seen).as("found in " + trial).isLessThanOrEqualTo(hit);
            all.assertThat(trial.number("failures"))
                    .as("turns that failed in " + trial)
                    .hasValue(lost ? 1 : 0);
            all.assertThat(trial.truth("leaks")).as("secrets of " + trial).contains(false);
        }
        System.out.println(client + ": found " + found + " of " + injected + " injected failures");
        all.assertAll();
        // Codex writes no line about most of its retries; nobody can find them. Turns that failed it tells.
        if (client == PlanClient.CLAUDE) {
            assertThat(found * 100).as("of " + injected).isGreaterThanOrEqualTo(injected * 95);
        }
    }
}
