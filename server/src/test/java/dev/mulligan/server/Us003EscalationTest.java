package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class Us003EscalationTest {

    @RegisterExtension
    static final Stage stage = new Stage(options -> options);

    private static Page answered(String session) throws Exception {
        stage.house.ask(session);
        stage.house.untilRecorded(session, 1);
        return stage.session(session);
    }

    private static Locator dialog() {
        return stage.browser.page().getByRole(AriaRole.DIALOG);
    }

    private static void confirm() {
        stage.button(dialog(), "Escalate to claude-sonnet-5-5").click();
        dialog().waitFor(new Locator.WaitForOptions()
                .setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN));
    }

    @Test
    @DisplayName("US-003 AC1: after a failure one can escalate to Sonnet or Opus")
    void afterAFailureStrongerModelsAreOffered() throws Exception {
        stage.house.failing(new Fault.Status(400, Map.of()));
        Page page = answered("us3-offer");
        stage.button(page.locator(".entry.failed"), "Escalate").click();
        assertThat(stage.button(dialog(), "Escalate to claude-sonnet-5-5")).isVisible();
        page.getByLabel("Model", new Page.GetByLabelOptions().setExact(true)).selectOption("claude-opus-5-5");
        assertThat(stage.button(dialog(), "Escalate to claude-opus-5-5")).isVisible();
        assertThat(stage.browser.barriers()).isEmpty();
    }

    @Test
    @DisplayName("US-003 AC2: one click escalates and the conversation goes on as it was")
    void oneClickKeepsTheConversation() throws Exception {
        Page page = answered("us3-click");
        String before = stage.house.lastSent();
        stage.browser.click("Escalate");
        confirm();
        assertThat(page.locator(".page-head")).containsText("escalated");
        stage.house.ask("us3-click");
        JsonObject after = Json.parseObject(stage.house.lastSent());
        assertThat(after.text("model")).contains("claude-sonnet-5-5");
        assertThat(Json.write(after)).isEqualTo(before.replace(House.MODEL, "claude-sonnet-5-5"));
    }

    @Test
    @DisplayName("US-003 AC3: the session and the list say clearly that the model was changed")
    void theChangeOfModelIsSaid() throws Exception {
        Page page = answered("us3-said");
        stage.browser.click("Escalate");
        confirm();
        assertThat(page.locator(".page-head")).containsText("escalated from " + House.MODEL);
        assertThat(page.locator(".page-head .tag.model")).hasText("claude-sonnet-5-5");
        assertThat(page.locator(".entry.change")).containsText("Model changed");
        stage.house.ask("us3-said");
        stage.house.untilRecorded("us3-said", 2);
        assertThat(page.locator(".entry.change")).containsText("it cost $");
        stage.browser.shot("session-escalated");
        assertThat(stage.browser.barriers()).isEmpty();
        Page list = stage.browser.at(stage.house.url() + "/sessions?q=us3-said");
        assertThat(list.locator("tbody tr").first()).containsText("claude-sonnet-5-5↑");
    }

    @Test
    @DisplayName("US-003 AC4: the cost is estimated before anything is spent")
    void theCostIsShownBefore() throws Exception {
        Page page = answered("us3-cost");
        stage.browser.click("Escalate");
        assertThat(stage.stat(dialog(), "Difference")).containsText("+$");
        assertThat(stage.stat(dialog(), "Next call on claude-sonnet-5-5")).containsText("$");
        assertThat(dialog()).containsText("From what this session really used");
        stage.browser.shot("escalate-dialog");
        assertThat(stage.browser.barriers()).isEmpty();
        stage.button(dialog(), "Cancel").click();
        assertThat(stage.house.provider.requests()).hasSize(1);
        assertThat(page.locator(".entry.change")).hasCount(0);
        stage.house.ask("us3-cost");
        assertThat(stage.house.lastSent()).contains(House.MODEL);
    }

    @Test
    @DisplayName("US-003 AC5: the path of escalation is what was configured")
    void thePathIsConfigured(@TempDir Path folder) throws Exception {
        Page page = answered("us3-path");
        stage.browser.click("Escalate");
        assertThat(page.getByLabel("Ladder of models"))
                .hasText(Pattern.compile("claude-haiku.* → claude-sonnet.* → claude-opus.*"));
        Models models = Models.standard();
        Ladder own = Ladder.of(List.of(
                models.find(House.MODEL).orElseThrow(),
                models.find("claude-opus-5-5").orElseThrow()));
        try (House house = new House(folder, options -> options.escalating(own), settings -> settings)) {
            house.ask("own");
            house.untilRecorded("own", 1);
            stage.browser.at(house.url() + "/sessions/own");
            stage.browser.click("Escalate");
            assertThat(page.getByLabel("Ladder of models")).hasText(House.MODEL + " → claude-opus-5-5");
            stage.button(dialog(), "Escalate to claude-opus-5-5").click();
            assertThat(page.locator(".page-head")).containsText("escalated from " + House.MODEL);
            house.ask("own");
            assertThat(house.lastSent()).contains("claude-opus-5-5");
            page.navigate("about:blank");
        }
    }
}
