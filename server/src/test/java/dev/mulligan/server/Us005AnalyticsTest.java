package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four requests: one is refused, one has a bad key, two are answered. */
@Timeout(120)
class Us005AnalyticsTest {

    @RegisterExtension
    static final Stage stage = new Stage(options -> options);

    @BeforeAll
    static void somethingHappened() throws Exception {
        stage.house.failing(new Fault.Status(400, Map.of()), new Fault.Status(401, Map.of()));
        for (int i = 1; i <= 4; i++) {
            stage.house.askFor("us5-" + i, "Rename field " + i + " of the form");
            stage.house.untilRecorded("us5-" + i, 1);
        }
    }

    private static Page analytics() {
        return stage.browser.at(stage.house.url() + "/analytics");
    }

    private static Locator row(String chart, String name) {
        return analytics()
                .getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName(chart))
                .getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText(name));
    }

    @Test
    @DisplayName("US-005 AC1: a page shows failure rates by type")
    void ratesByType() throws Exception {
        assertThat(row("Failure rate by type", "Invalid request")).containsText("25 %");
        assertThat(row("Failure rate by type", "Auth error")).containsText("25 %");
        assertThat(stage.browser.barriers()).isEmpty();
        stage.browser.shot("analytics");
        stage.browser.dark(true);
        stage.browser.shot("analytics-dark");
        stage.browser.dark(false);
    }

    @Test
    @DisplayName("US-005 AC2: the most common error messages are listed")
    void commonMessages() throws Exception {
        analytics();
        Locator listed = stage.browser
                .page()
                .getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Most common error messages"));
        List<?> messages = stage.house.get("/api/analytics/failures").list("topErrorMessages");
        assertThat(messages).hasSize(2);
        for (Object one : messages) {
            assertThat(listed).containsText(((JsonObject) one).text("message").orElseThrow());
        }
    }

    @Test
    @DisplayName("US-005 AC3: the failure rate of each model is shown")
    void ratesByModel() {
        assertThat(row("Failure rate by model", House.MODEL)).containsText("50 %");
    }

    @Test
    @DisplayName("US-005 AC4: the failure rate of each pattern of prompts is shown")
    void ratesByPromptPattern() {
        assertThat(row("Failure rate by prompt pattern", "Rename field <n> of the form"))
                .containsText("50 %");
    }

    @Test
    @DisplayName("US-005 AC5: failure data can be taken away as CSV, JSON and NDJSON")
    void dataCanBeTakenAway() throws Exception {
        assertThat(Files.readString(taken("CSV"))).contains("dimension,name,requests,failures");
        assertThat(Files.readString(taken("NDJSON")).lines()).allSatisfy(line -> Json.parseObject(line));
        assertThat(Json.parseObject(Files.readString(taken("JSON"))).integer("totalFailures"))
                .hasValue(2);
    }

    private static Path taken(String format) {
        Page page = analytics();
        Download download = page.waitForDownload(() -> page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName(format).setExact(true))
                .click());
        return download.path();
    }
}
