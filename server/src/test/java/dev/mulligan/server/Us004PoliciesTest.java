package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.escalate.Models;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.text.JsonObject;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class Us004PoliciesTest {

    private static final Fault DOWN = new Fault.Status(503, Map.of());

    @RegisterExtension
    static final Stage stage =
            new Stage(options -> options.escalating(Models.standard().ladderFor(House.MODEL)));

    private static final AtomicInteger accounts = new AtomicInteger();

    private static JsonObject stored(String project) throws Exception {
        return stage.house.get("/api/projects/" + project + "/retry-policy");
    }

    /** Each time another account: after so many failures of one, its circuit breaker would rightly stand in the way. */
    private static int callsOf(String project) throws Exception {
        stage.house.provider.forgetRequests();
        String account = "Bearer key-" + accounts.incrementAndGet();
        stage.house.askFor("us4", "hello", "x-mulligan-project", project, "authorization", account);
        return stage.house.provider.requests().size();
    }

    @Test
    @DisplayName("US-004 AC1: a project has its own settings, and can follow the default again")
    void aProjectHasItsOwnSettings() throws Exception {
        stage.house.provider.script(Script.always(DOWN));
        Page page = stage.policies("critical");
        stage.browser.sees("follows the default policy until");
        page.getByLabel("Attempts at most").fill("6");
        assertThat(page.locator(".changes")).containsText("Attempts at most 3 → 6");
        stage.save();
        assertThat(callsOf("critical")).isEqualTo(6);
        assertThat(callsOf("another")).isEqualTo(3);
        stage.browser.click("Follow the default again");
        stage.browser.sees("This project follows the default policy again");
        assertThat(page.getByLabel("Attempts at most")).hasValue("3");
        assertThat(callsOf("critical")).isEqualTo(3);
        assertThat(stored("critical").truth("inherited")).contains(true);
    }

    @Test
    @DisplayName("US-004 AC2: retries, backoff multiplier and timeout can be set")
    void retriesMultiplierAndTimeout() throws Exception {
        Page page = stage.policies("tuned");
        page.getByLabel("Backoff", new Page.GetByLabelOptions().setExact(true)).selectOption("exponential");
        page.getByLabel("Attempts at most").fill("5");
        page.getByLabel("Backoff multiplier").fill("3");
        page.getByLabel("Longest wait, seconds").fill("9");
        page.getByLabel("Timeout of one attempt, seconds").fill("45");
        stage.browser.shot("policies");
        stage.save();
        JsonObject saved = stored("tuned");
        assertThat(saved.integer("maxRetries")).hasValue(4);
        assertThat(String.valueOf(saved.get("backoffMultiplier"))).startsWith("3");
        assertThat(String.valueOf(saved.get("attemptTimeout"))).startsWith("45");
        assertThat(stage.house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
    }

    @Test
    @DisplayName("US-004 AC3: one chooses which errors are retried")
    void errorsAreChosen() throws Exception {
        Page page = stage.policies("picky");
        page.getByLabel("Server error", new Page.GetByLabelOptions().setExact(true))
                .uncheck();
        stage.save();
        stage.house.provider.script(Script.always(DOWN));
        assertThat(callsOf("picky")).isEqualTo(1);
        stage.house.provider.script(Script.always(new Fault.Status(429, Map.of())));
        assertThat(callsOf("picky")).isEqualTo(3);
    }

    @Test
    @DisplayName("US-004 AC4: one sets after how many failures a stronger model is used")
    void theThresholdOfEscalation() throws Exception {
        Page page = stage.policies("climbing");
        page.getByLabel("Use a more capable model by itself").check();
        page.getByLabel("After this many failed attempts").fill("1");
        stage.save();
        assertThat(stored("climbing").integer("escalateAfterRetries")).hasValue(1);
        stage.house.failing(DOWN);
        assertThat(callsOf("climbing")).isEqualTo(2);
        assertThat(stage.house.lastSent()).contains("claude-sonnet-5-5");
    }

    @Test
    @DisplayName("US-004 AC5: templates fill the form, and nonsense is named at its field")
    void templatesFillTheForm() throws Exception {
        Page page = stage.policies("templates");
        page.getByLabel("Start from a template").selectOption("aggressive");
        assertThat(page.getByLabel("Attempts at most")).hasValue("6");
        assertThat(page.getByLabel("First wait, seconds")).hasValue("0.25");
        page.getByLabel("Longest wait, seconds").fill("0.1");
        assertThat(page.locator(".field.wrong")).containsText("smaller than the base delay");
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save")))
                .isDisabled();
        page.getByLabel("Longest wait, seconds").fill("8");
        stage.save();
        assertThat(stored("templates").integer("maxRetries")).hasValue(5);
    }
}
