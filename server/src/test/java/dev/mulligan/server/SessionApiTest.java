package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.script.Fault;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SessionApiTest {

    private static final Fault OVERLOADED = new Fault.Status(529, Map.of());
    private static final Fault BAD = new Fault.Status(400, Map.of());

    @TempDir
    Path folder;

    private static JsonObject first(JsonObject object, String list) {
        return (JsonObject) object.list(list).getFirst();
    }

    @Test
    void theTimelineShowsEveryAttemptWithItsErrorAndDelay() throws Exception {
        try (House house = new House(folder)) {
            house.failing(OVERLOADED, OVERLOADED);
            assertThat(house.ask("s1").statusCode()).isEqualTo(200);
            house.untilRecorded("s1", 1);

            JsonObject session = house.get("/api/sessions/s1");
            JsonObject request = first(session, "requests");
            assertThat(request.truth("success")).contains(true);
            assertThat(request.integer("retryCount")).hasValue(2);
            List<?> attempts = request.list("attempts");
            assertThat(attempts).hasSize(3);
            JsonObject failed = (JsonObject) attempts.getFirst();
            assertThat(failed.integer("attemptNumber")).hasValue(1);
            assertThat(failed.text("error")).contains("server_error");
            assertThat(failed.text("failureType")).contains("overloaded");
            assertThat(failed.number("delayMs")).hasValue(20);
            assertThat(failed.truth("succeeded")).contains(false);
            assertThat(((JsonObject) attempts.getLast()).truth("succeeded")).contains(true);
        }
    }

    @Test
    void listsPageByCursorWithoutGapsOrRepeats() throws Exception {
        try (House house = new House(folder)) {
            for (int i = 0; i < 7; i++) {
                house.ask("many-" + i);
            }
            House.until(() -> house.store
                            .sessions()
                            .list(
                                    dev.mulligan.store.event.SessionViews.Wanted.ALL,
                                    dev.mulligan.store.event.SessionViews.Cursor.NEWEST,
                                    10)
                            .size()
                    == 7);
            List<String> seen = new ArrayList<>();
            String cursor = "";
            do {
                JsonObject page = house.get("/api/sessions?limit=3" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
                page.list("sessions").forEach(row -> seen.add(((JsonObject) row).text("id", "")));
                cursor = page.text("next", "");
            } while (!cursor.isEmpty());
            assertThat(seen).hasSize(7).doesNotHaveDuplicates();
            assertThat(house.get("/api/sessions?q=many-3").list("sessions")).hasSize(1);
            assertThat(house.get("/api/sessions?failing=true").list("sessions")).isEmpty();
            assertThat(house.call("GET", "/api/sessions?cursor=nonsense", "").body())
                    .contains("\"field\":\"cursor\"");
        }
    }

    @Test
    void retryWithErrorContextAddsTheErrorAndKeepsTheAttemptBefore() throws Exception {
        try (House house = new House(folder)) {
            house.failing(BAD);
            assertThat(house.ask("s2").statusCode()).isEqualTo(400);
            house.untilRecorded("s2", 1);

            JsonObject preview = house.get("/api/sessions/s2/retry");
            assertThat(preview.text("errorType")).contains("invalid_request");
            assertThat(preview.text("prompt", "")).contains("do not repeat that mistake");

            HttpResponse<String> accepted = house.call(
                    "POST", "/api/sessions/s2/retry", "{\"prompt\":\"Mind the brackets this time.\"}", House.WITH_KEY);
            assertThat(accepted.statusCode()).isEqualTo(202);
            house.untilRecorded("s2", 2);
            assertThat(house.lastSent()).contains("Mind the brackets this time.");
            assertThat(house.lastSent()).contains("Mend the parser in file 7");
            House.until(() -> {
                try {
                    JsonObject retry = first(house.get("/api/sessions/s2"), "retries");
                    return !retry.text("answer", "").isEmpty();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            JsonObject session = house.get("/api/sessions/s2");
            assertThat(session.list("requests")).hasSize(2);
            assertThat(first(session, "requests").truth("success")).contains(true);
            assertThat(((JsonObject) session.list("requests").getLast()).truth("success"))
                    .contains(false);
            assertThat(first(session, "retries").truth("withContext")).contains(true);
        }
    }

    @Test
    void retryAlsoWorksForAnswersThatWereMerelyWrong() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s3");
            house.untilRecorded("s3", 1);
            house.call(
                    "POST",
                    "/api/sessions/s3/retry",
                    "{\"errorMessage\":\"AssertionError: expected 3\",\"failedOutput\":\"return 4\"}",
                    House.WITH_KEY);
            house.untilRecorded("s3", 2);
            assertThat(house.lastSent()).contains("AssertionError: expected 3").contains("return 4");
        }
    }

    @Test
    void theClientsKeyIsSentAgainAndStoredNowhere() throws Exception {
        try (House house = new House(folder)) {
            house.failing(BAD);
            house.ask("s4");
            house.untilRecorded("s4", 1);
            house.call("POST", "/api/sessions/s4/retry", "{}", House.WITH_KEY);
            house.untilRecorded("s4", 2);
            assertThat(house.provider.requests().getLast().headers().toString())
                    .contains("sk-ant-secret-of-the-client");
            assertThat(house.store.feed().since(0, 1000).toString()).doesNotContain("sk-ant-secret-of-the-client");
        }
    }

    @Test
    void escalationIsEstimatedRecordedAndUsedFromTheNextRequestOn() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s5");
            house.untilRecorded("s5", 1);
            JsonObject estimate = house.get("/api/sessions/s5/estimate");
            assertThat(estimate.text("fromModel")).contains(House.MODEL);
            assertThat(estimate.number("differenceMicros").orElse(0)).isPositive();

            JsonObject record = Json.parseObject(
                    house.call("POST", "/api/sessions/s5/escalate", "").body());
            assertThat(record.members().keySet())
                    .contains("fromModel", "toModel", "reason", "timestamp", "costEstimate");
            assertThat(record.text("reason")).contains("manual");
            String stronger = record.text("toModel", "");
            assertThat(stronger).isEqualTo(estimate.text("toModel", "")).isNotEqualTo(House.MODEL);

            house.askFor("s5", "And now this");
            assertThat(house.lastSent()).contains(stronger);
            house.untilRecorded("s5", 2);
            JsonObject session = house.get("/api/sessions/s5");
            assertThat(session.text("escalatedTo")).contains(stronger);
            assertThat(first(session, "escalations").text("toModel")).contains(stronger);
        }
    }

    @Test
    void theTopOfTheLadderIsAClearError() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s6");
            HttpResponse<String> last = house.call("POST", "/api/sessions/s6/escalate", "");
            for (int i = 0; i < 6 && last.statusCode() == 200; i++) {
                last = house.call("POST", "/api/sessions/s6/escalate", "");
            }
            assertThat(last.statusCode()).isEqualTo(409);
            assertThat(last.body()).contains("most capable");
            assertThat(house.call("POST", "/api/sessions/s6/escalate", "{\"model\":\"no-such\"}")
                            .body())
                    .contains("\"field\":\"model\"");
        }
    }
}
