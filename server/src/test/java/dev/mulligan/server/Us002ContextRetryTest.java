package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.simulator.script.Fault;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class Us002ContextRetryTest {

    private static final String TRACE = "ValueError: 3\n  at parse(app.py:7)\n  at main(app.py:2)";

    @RegisterExtension
    static final Stage stage = new Stage(options -> options);

    private static Page failed(String session) throws Exception {
        stage.house.failing(new Fault.Status(400, Map.of()));
        stage.house.ask(session);
        stage.house.untilRecorded(session, 1);
        return stage.session(session);
    }

    private static Page wrong(String session) throws Exception {
        stage.house.ask(session);
        stage.house.untilRecorded(session, 1);
        return stage.session(session);
    }

    private static Locator message(Page page) {
        return page.getByLabel("Message to the model");
    }

    @Test
    @DisplayName("US-002 AC1: a failed request has the button \"Retry with error context\"")
    void aFailedRequestHasTheButton() throws Exception {
        Page page = failed("us2-button");
        stage.button(page.locator(".entry.failed"), "Retry with error context").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Invalid request");
        assertThat(message(page)).isEditable();
        assertThat(stage.browser.barriers()).isEmpty();
        stage.browser.shot("retry-dialog");
    }

    @Test
    @DisplayName("US-002 AC2: error message, stack trace and failed output are in the message")
    void errorTraceAndOutputAreInTheMessage() throws Exception {
        Page page = wrong("us2-parts");
        stage.browser.click("Retry with error context");
        page.getByLabel("What was wrong with the answer?").fill(TRACE);
        page.getByLabel("What came out?").fill("return tokens[3]");
        stage.browser.click("Put it in");
        assertThat(message(page))
                .hasValue(Pattern.compile("ValueError: 3[\\s\\S]*at main\\(app.py:2\\)[\\s\\S]*return tokens\\[3\\]"));
        stage.browser.shot("retry-dialog-pasted");
        stage.browser.click("Send it again");
        stage.house.untilRecorded("us2-parts", 2);
        assertThat(stage.house.lastSent())
                .contains("ValueError: 3")
                .contains("at parse(app.py:7)")
                .contains("return tokens[3]");
    }

    @Test
    @DisplayName("US-002 AC3: the agent is told plainly not to make the same mistake again")
    void theAgentIsToldNotToRepeatIt() throws Exception {
        Page page = failed("us2-told");
        stage.browser.click("Retry with error context");
        assertThat(message(page)).hasValue(Pattern.compile("do not repeat that mistake"));
        message(page).fill(message(page).inputValue() + "\nMind the semicolons.");
        stage.browser.click("Send it again");
        stage.house.untilRecorded("us2-told", 2);
        assertThat(stage.house.lastSent())
                .contains("do not repeat that mistake")
                .contains("Mind the semicolons.")
                .contains("Mend the parser in file 7");
    }

    @Test
    @DisplayName("US-002 AC4: it works for errors of the API and for answers that were merely wrong")
    void itWorksForBothKinds() throws Exception {
        Page page = failed("us2-api");
        stage.browser.click("Retry with error context");
        assertThat(message(page)).hasValue(Pattern.compile("invalid_request"));
        stage.browser.click("Send it again");
        stage.house.untilRecorded("us2-api", 2);
        assertThat(stage.house.lastSent()).contains("invalid_request");
        assertThat(page.locator(".entry.fine")).hasCount(1);

        wrong("us2-logic");
        stage.browser.click("Retry with error context");
        page.getByLabel("What was wrong with the answer?").fill(TRACE);
        stage.browser.click("Put it in");
        assertThat(message(page)).hasValue(Pattern.compile("at parse"));
        stage.browser.click("Send it again");
        stage.house.untilRecorded("us2-logic", 2);
        assertThat(stage.house.lastSent()).contains("at parse(app.py:7)");
        assertThat(page.locator(".entry.fine")).hasCount(2);
    }

    @Test
    @DisplayName("US-002 AC5: the attempt before stays in the session's history")
    void theAttemptBeforeStays() throws Exception {
        Page page = failed("us2-history");
        stage.browser.click("Retry with error context");
        stage.browser.click("Send it again");
        stage.house.untilRecorded("us2-history", 2);
        stage.browser.sees("Retry by hand 1");
        assertThat(page.locator(".entry.fine")).hasCount(1);
        assertThat(page.locator(".entry.failed")).hasCount(1);
        assertThat(page.locator(".entry.failed")).containsText("failed after 1 attempt");
        assertThat(page.locator(".entry.by-hand .said")).containsText("All done.");
        page.reload();
        assertThat(page.locator(".entry.failed")).hasCount(1);
        assertThat(stage.browser.barriers()).isEmpty();
        stage.browser.shot("session-retried");
    }
}
