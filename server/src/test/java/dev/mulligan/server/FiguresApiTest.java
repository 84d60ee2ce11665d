package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.options.GatewayOptions.Budgets;
import dev.mulligan.gateway.options.GatewayOptions.OnBudget;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was rescued, lost and refused, as the REST interface tells it. */
class FiguresApiTest {

    @TempDir
    Path folder;

    private long seq;

    private void happened(House house, Event event) {
        house.store.append(List.of(new Recorded("run-1", ++seq, Instant.now(), event)));
    }

    private static JsonObject first(JsonObject answer, String list) {
        return (JsonObject) answer.list(list).getFirst();
    }

    private static long figure(JsonObject answer, String name) {
        return answer.integer(name).orElseThrow();
    }

    /** Nobody lost what the user's own limit did not let through: another attempt would have met it again. */
    @Test
    void whatABudgetStopsIsRefusedAndNotLost() throws Exception {
        Budgets budgets = new Budgets(Optional.empty(), Optional.of(new Money(1)), OnBudget.STOP);
        try (House house = new House(folder, options -> options.budgets(budgets), settings -> settings)) {
            house.ask("s");
            assertThat(house.ask("s").statusCode()).isEqualTo(403);
            house.untilRecorded("s", 2);
            JsonObject total =
                    house.get("/api/analytics/failures").object("total").orElseThrow();
            assertThat(figure(total, "lost")).isZero();
            assertThat(figure(total, "refused")).isEqualTo(1);
            assertThat(first(house.get("/api/failures"), "failures").text("outcome"))
                    .contains("refused");
            assertThat(figure(first(house.get("/api/sessions"), "sessions"), "lost"))
                    .isZero();
        }
    }

    @Test
    void aRescueAppearsByItsTypeAndARefusalIsNoLoss() throws Exception {
        try (House house = new House(folder)) {
            house.failing(new Fault.Status(500, Map.of()), new Fault.None(), new Fault.Status(401, Map.of()));
            house.ask("rescued");
            house.ask("refused");
            house.untilRecorded("rescued", 1);
            house.untilRecorded("refused", 1);
            for (String filter : List.of("", "?layer=provider", "?layer=provider&model=" + House.MODEL)) {
                JsonObject report = house.get("/api/analytics/failures" + filter);
                JsonObject recovery = report.object("recovery").orElseThrow();
                assertThat(figure(recovery, "recovered")).as(filter).isEqualTo(1);
                assertThat(figure(recovery, "lost")).as(filter).isZero();
                assertThat(figure(recovery, "refused")).as(filter).isEqualTo(1);
            }
            JsonObject ofType = house.get("/api/analytics/failures?type=server_error");
            assertThat(first(ofType, "types").text("name")).hasValue("server_error");
            assertThat(figure(ofType.object("recovery").orElseThrow(), "recovered"))
                    .isEqualTo(1);
            assertThat(ofType.object("runs")).as("runs have no failure type").isEmpty();
            JsonObject row = first(house.get("/api/failures?outcome=recovered"), "failures");
            assertThat(row.text("session")).hasValue("rescued");
            JsonObject request = house.get("/api/sessions/rescued/requests/"
                            + row.text("operationId").orElseThrow())
                    .object("request")
                    .orElseThrow();
            assertThat(request.list("attempts")).hasSize(2);
            JsonObject overview = house.get("/api/overview");
            assertThat(overview.list("rescues")).hasSize(1);
            assertThat(overview.list("losses")).isEmpty();
        }
    }

    @Test
    void failuresOfOneCauseAreAnIncidentWithALinkThatStays() throws Exception {
        try (House house = new House(folder)) {
            for (int i = 0; i < 3; i++) {
                house.failing(new Fault.Status(529, Map.of()));
                house.ask("s" + i);
                house.untilRecorded("s" + i, 1);
            }
            JsonObject incident = first(house.get("/api/incidents"), "incidents");
            assertThat(incident.text("failureType")).hasValue("overloaded");
            assertThat(figure(incident, "recovered")).isEqualTo(3);
            assertThat(figure(incident, "sessions")).isEqualTo(3);
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("s4");
            house.untilRecorded("s4", 1);
            JsonObject later = house.get("/api/incidents/" + incident.text("id").orElseThrow());
            assertThat(figure(later.object("incident").orElseThrow(), "recovered"))
                    .isEqualTo(4);
            assertThat(later.list("failures")).hasSize(4);
            assertThat(house.call("GET", "/api/incidents/nothing", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void whatIsLeftOfARateWindowIsShownAndTheHeadersOfARequestWithoutItsKey() throws Exception {
        try (House house = new House(folder)) {
            house.provider.script(ScriptReader.read(Yaml.parse("rates", "rate: {requests: 50, ms: 600000}")));
            house.ask("limited");
            house.untilRecorded("limited", 1);
            JsonObject window = first(house.get("/api/overview"), "rateWindows");
            assertThat(window.text("model")).hasValue(House.MODEL);
            assertThat(window.text("what")).hasValue("requests");
            assertThat(figure(window, "left")).isEqualTo(49);
            assertThat(figure(window, "limit")).isEqualTo(50);
            JsonObject session = house.get("/api/sessions/limited");
            String id = first(session, "requests").text("requestId").orElseThrow();
            JsonObject shown = house.get("/api/sessions/limited/requests/" + id);
            assertThat(shown.object("request").orElseThrow().text("upstream")).hasValue("anthropic");
            assertThat(shown.list("headers").toString())
                    .contains("session-id")
                    .contains("x-api-key")
                    .doesNotContain(House.KEY);
        }
    }

    @Test
    void aStepThatWaitsForItsNextAttemptIsLiveUntilItStarts() throws Exception {
        Failure failure = Failure.of(FailureType.OVERLOADED, true, "Overloaded", Action.RETRY, "r");
        try (House house = new House(folder)) {
            happened(house, new RunStarted("shop", "plan", "L2", "/w", 1));
            happened(
                    house,
                    AttemptFinished.of("step/code", "code", 1)
                            .took(5)
                            .ended(Optional.of(failure))
                            .project("shop")
                            .build());
            happened(
                    house,
                    new RetryScheduled(
                            "step/code", 2, 4, 60_000, Instant.now().plusSeconds(60), Remedy.Simple.WAIT, failure));
            JsonObject waiting = first(house.get("/api/live"), "retries");
            assertThat(waiting.text("runId")).hasValue("run-1");
            assertThat(figure(waiting, "attempt")).isEqualTo(2);
            happened(
                    house,
                    new AttemptStarted(
                            "step/code", "code", 2, 4, Optional.empty(), Remedy.Simple.WAIT, Optional.empty()));
            assertThat(house.get("/api/live").list("retries")).isEmpty();
            happened(house, new RetrySucceeded("step/code", 2));
            JsonObject steps = house.get("/api/analytics/failures?layer=attempt");
            assertThat(figure(steps.object("recovery").orElseThrow(), "recovered"))
                    .isEqualTo(1);
            JsonObject requests = house.get("/api/analytics/failures?layer=provider");
            assertThat(figure(requests.object("recovery").orElseThrow(), "recovered"))
                    .isZero();
        }
    }

    @Test
    void aModelWithoutAPriceIsNamed() throws Exception {
        try (House house = new House(folder)) {
            happened(
                    house,
                    ProviderRequestFinished.of("q", "openai", "house-model-1")
                            .project("shop")
                            .session("s")
                            .ended(true, 200)
                            .took(5)
                            .spent(new Usage(10, 10, 0, 0), 0, 0)
                            .build());
            assertThat(house.get("/api/analytics/failures").list("unpriced").toString())
                    .contains("house-model-1");
        }
    }

    @Test
    void theChangesOfARunThatWasMadeElsewhereComeFromTheStore() throws Exception {
        try (House house = new House(folder)) {
            house.store.append(SomeRun.finished("elsewhere", Instant.now()));
            String path = "/api/runs/elsewhere/artifact?name=";
            assertThat(house.call("GET", path + "patches/c1.diff", "").body()).contains("+++ b/src/parser.py");
            assertThat(house.call("GET", path + "patches/c2.diff", "").statusCode())
                    .isEqualTo(404);
            assertThat(house.call("GET", path + "../../../etc/passwd", "").statusCode())
                    .isEqualTo(404);
        }
    }
}
