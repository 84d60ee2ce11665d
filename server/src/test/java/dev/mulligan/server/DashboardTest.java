package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.script.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard as a person uses it: many tabs, a phone, a server that goes away. */
@Timeout(180)
class DashboardTest {

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @BeforeEach
    void wide() {
        browser.page().setViewportSize(1280, 860);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void everyPageAnswersItsQuestionAndFitsAPhone() throws Exception {
        Path place = Files.createDirectories(folder.resolve("phone"));
        try (House house = new House(place, options -> options, s -> s.runFolder(place.resolve("runs")))) {
            PageShots.fill(house, place);
            Page page = browser.page();
            page.setViewportSize(390, 844);
            for (Map.Entry<String, String> one : PageShots.pages(house).entrySet()) {
                browser.at(house.url() + one.getValue());
                page.waitForFunction("() => !document.querySelector('.loading')");
                assertThat(page.getByTestId("answer").first()).isVisible();
                assertThat(browser.overflowing())
                        .as("%s at 390 px", one.getKey())
                        .isEmpty();
                assertThat(browser.barriers()).as(one.getKey()).isEmpty();
            }
        }
    }

    @Test
    void twelveTabsShareOneConnectionAndFollowAlsoAfterBackAndForward() throws Exception {
        try (House house = new House(Files.createDirectories(folder.resolve("tabs")))) {
            Page first = browser.at(house.url() + "/sessions");
            for (int i = 0; i < 12; i++) {
                first.navigate(house.url() + (i % 2 == 0 ? "/runs" : "/sessions"));
            }
            for (int i = 0; i < 12; i++) {
                first.goBack();
            }
            for (int i = 0; i < 12; i++) {
                first.goForward();
            }
            List<Page> tabs = new ArrayList<>(List.of(first));
            for (int i = 1; i < 12; i++) {
                Page tab = first.context().newPage();
                tab.navigate(house.url() + "/sessions");
                tabs.add(tab);
            }
            house.ask("seen-everywhere");
            for (Page tab : tabs) {
                assertThat(tab.getByText("seen-everywhere").first())
                        .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(10_000));
            }
            tabs.subList(1, tabs.size()).forEach(Page::close);
        }
    }

    @Test
    void aServerThatIsGoneIsSaidWithinThreeSecondsAndWhatWasKnownStays() throws Exception {
        Path place = Files.createDirectories(folder.resolve("gone"));
        int port;
        Page page;
        try (House house = new House(place)) {
            port = house.server.port();
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("rescued-one");
            house.untilRecorded("rescued-one", 1);
            page = browser.at(house.url() + "/");
            assertThat(page.getByTestId("answer")).containsText("1 rescue and 0 losses");
            browser.sees("Up to date");
        }
        assertThat(page.locator(".banner"))
                .containsText("does not answer", new LocatorAssertions.ContainsTextOptions().setTimeout(3000));
        assertThat(page.getByTestId("answer")).containsText("1 rescue and 0 losses");
        UnaryOperator<GatewayOptions> same = options -> options.listeningOn("127.0.0.1", port);
        try (House house = new House(place, same, settings -> settings)) {
            browser.sees("Up to date");
            assertThat(page.locator(".banner")).isHidden();
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("rescued-two");
            assertThat(page.getByTestId("answer")).containsText("2 rescues and 0 losses");
        }
    }
}
