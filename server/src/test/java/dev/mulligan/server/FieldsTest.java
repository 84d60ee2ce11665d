package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A typo in a filter or in a body is told with the field that is wrong, and is never an empty answer. */
@Timeout(120)
class FieldsTest {

    @TempDir
    Path folder;

    @Test
    void aFilterThatCannotMatchIsNamed() throws Exception {
        try (House house = new House(folder)) {
            for (String wrong : new String[] {
                "/api/failures?type=zzz",
                "/api/failures?layer=zzz",
                "/api/failures?outcome=zzz",
                "/api/failures?limit=zzz",
                "/api/failures?from=zzz",
                "/api/failures?cursor=zzz",
                "/api/analytics/failures?type=zzz",
                "/api/analytics/failures?layer=zzz",
                "/api/analytics/failures?format=zzz",
                "/api/runs?state=zzz",
                "/api/runs?cursor=zzz",
                "/api/sessions?single=zzz",
                "/api/sessions?failing=zzz",
                "/api/sessions?state=zzz",
                "/api/sessions?sort=zzz",
                "/api/sessions?cursor=zzz",
                "/api/learnings?limit=zzz",
                "/api/questions?limit=zzz",
                "/api/incidents?to=zzz",
                "/api/failures?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "/api/incidents?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "/api/analytics/failures?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "/api/failures?from=-999999999-01-01T00:00:00Z",
                "/api/incidents?to=%2B999999999-01-01T00:00:00Z",
                "/api/lab/replay?policy=zzz",
                "/api/audit?cursor=zzz",
                // A filter that is misspelt would answer with everything.
                "/api/sessions?projekt=a",
                "/api/failures?limmit=3",
                "/api/runs?q=a",
                "/api/overview?project=a"
            }) {
                String field = wrong.substring(wrong.indexOf('?') + 1, wrong.indexOf('='));
                expect(field, wrong, house.call("GET", wrong, ""));
            }
            for (String right : new String[] {
                "/api/failures?type=rate_limit&layer=attempt&outcome=lost",
                "/api/analytics/failures?type=cancelled&layer=provider",
                "/api/runs?state=running",
                "/api/runs?state=stopped",
                "/api/sessions?single=auto",
                "/api/sessions?single=false&failing=true"
            }) {
                assertThat(house.call("GET", right, "").statusCode()).as(right).isEqualTo(200);
            }
        }
    }

    @Test
    void aMemberOfABodyThatIsNotKnownIsNamed() throws Exception {
        try (House house = new House(folder)) {
            house.ask("known");
            house.untilRecorded("known", 1);
            String[][] wrong = {
                {"/api/sessions/known/retry", "{\"promt\":\"x\"}", "promt"},
                {"/api/sessions/known/retry", "{\"withContext\":\"no\"}", "withContext"},
                {"/api/sessions/known/retry", "{\"prompt\":7}", "prompt"},
                {"/api/sessions/known/retry/preview", "{\"output\":\"x\"}", "output"},
                {"/api/sessions/known/escalate", "{\"modle\":\"x\"}", "modle"},
                {"/api/questions/q/answer", "{\"anwser\":\"x\"}", "anwser"},
                {"/api/lab/replay", "{\"policy\":[\"patient\"]}", "policy"},
                {"/api/lab/replay", "{\"policies\":\"patient\"}", "policies"},
                {"/api/lab/replay", "{\"candidate\":7}", "candidate"},
                {"/api/retry-policy/preview", "{\"autoEscalate\":\"yes\"}", "autoEscalate"},
                {"/api/retry-policy/preview", "{\"name\":7}", "name"},
                {"/api/retry-policy/preview", "{\"retries\":7}", "retries"},
                {"/api/login", "{\"tokn\":\"x\"}", "tokn"},
            };
            int sent = house.provider.requests().size();
            for (String[] one : wrong) {
                expect(one[2], one[0] + " " + one[1], house.call("POST", one[0], one[1], House.WITH_KEY));
            }
            assertThat(house.provider.requests()).hasSize(sent);
        }
    }

    @Test
    void theCostOfAModelThatNobodyKnowsIsNotEstimated() throws Exception {
        try (House house = new House(folder)) {
            house.ask("known");
            house.untilRecorded("known", 1);
            String path = "/api/sessions/known/estimate?model=zzz";
            expect("model", path, house.call("GET", path, ""));
        }
    }

    @Test
    void aRequestThatNamesNoModelHasNoNameThatAPriceIsMissingFor() throws Exception {
        try (House house = new House(folder)) {
            house.call(
                    "POST",
                    "/v1/messages",
                    "{\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}",
                    "x-api-key",
                    House.KEY,
                    "session-id",
                    "nameless");
            house.untilRecorded("nameless", 1);

            assertThat(house.get("/api/overview").list("unpriced")).isEmpty();
            assertThat(house.get("/api/analytics/failures").list("unpriced")).isEmpty();
        }
    }

    private static void expect(String field, String asked, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(asked + ": " + answer.body()).isEqualTo(422);
        JsonObject problem = Json.parseObject(answer.body());
        assertThat(problem.text("field")).as(asked).contains(field);
        assertThat(problem.text("detail", "")).as(asked).startsWith(field + ": ");
    }
}
