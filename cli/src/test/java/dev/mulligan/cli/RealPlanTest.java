package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The clients people use, as npm has them today, carry out a plan. Run with {@code mvn -Pclients verify -pl cli -am
 * -Dtest=RealPlanTest -Dsurefire.failIfNoSpecifiedTests=false}; needs npm with a registry, and the right to make a
 * network namespace.
 */
@Tag("clients")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RealPlanTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(PlanClient.class)
    void aRepairGoesOnInItsConversationAndAnOverloadedProviderIsWaitedOut(PlanClient client) throws Exception {
        Path program = ClientPrograms.installed(client);

        JsonObject told = ClientPrograms.isolated(
                PlanTrial.class, folder.resolve("errors"), client.name(), program.toString(), folder.toString());

        List<String> events = texts(told, "events");
        List<String> types = events.stream().map(RealPlanTest::firstWord).toList();
        System.out.println(client + ": " + String.join(" ", types));
        assertThat(events.getLast()).as(String.join("\n", events)).contains("RunFinished", "success=true");
        assertThat(types).doesNotContain("RunEscalated").contains("RepairAttempted");
        assertThat(types).filteredOn("StepFinished"::equals).hasSize(2);
        assertThat(events)
                .filteredOn(event -> event.startsWith("RetryScheduled"))
                .singleElement()
                .satisfies(retry -> assertThat(retry).contains("OVERLOADED"));
        List<String> requests = texts(told, "requests");
        assertThat(requests)
                .as("call and last word of the draft, of its repair and of the second step, and one refused")
                .extracting(RealPlanTest::firstWord)
                .containsExactly("None", "None", "None", "None", "Status", "None", "None");
        assertThat(requests.subList(0, 4))
                .as("one conversation")
                .allMatch(requests.getFirst()::equals)
                .doesNotContain(requests.getLast());
        assertThat(folder.resolve("project/first.txt")).hasContent(PlanReplies.FIRST);
        assertThat(folder.resolve("project/second.txt")).hasContent(PlanReplies.SECOND);
    }

    private static List<String> texts(JsonObject told, String name) {
        return told.list(name).stream().map(String::valueOf).toList();
    }

    private static String firstWord(String line) {
        return line.split(" ", 2)[0];
    }
}
