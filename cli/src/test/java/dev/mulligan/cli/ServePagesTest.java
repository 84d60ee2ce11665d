package dev.mulligan.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.server.Browser;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.EventFeed;
import dev.mulligan.store.event.SessionViews.Cursor;
import dev.mulligan.store.event.SessionViews.SessionRow;
import dev.mulligan.store.event.SessionViews.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of a real {@code serve}, in a real browser. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class ServePagesTest {

    /** What a page that follows events from the beginning gets to see, through all breaks of its line. */
    private static final String FOLLOW =
            "() => { window.ids = []; window.source = new EventSource('/api/events?after=0');"
                    + " window.source.onmessage = message => window.ids.push(Number(message.lastEventId)) }";

    private static Browser browser;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void afterKillAndRestartThePageHasEveryEventAndEverySession() throws Exception {
        int port = ServeProcess.freePort();
        try (ProviderSimulator provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE)) {
            String upstream = "anthropic=" + provider.url();
            Page page = browser.page();
            ServeProcess first = ServeProcess.start(folder, port, "--upstream", upstream);
            try {
                browser.at(first.url() + "/sessions?single=1");
                page.evaluate(FOLLOW);
                browser.sees("Up to date");
                assertThat(first.ask("before", "hi").statusCode()).isEqualTo(200);
                browser.sees("before");
                AtomicBoolean over = new AtomicBoolean();
                Thread crowd = Thread.ofVirtual().start(() -> {
                    try {
                        for (int i = 0; i < 500 && !over.get(); i++) {
                            // Fewer sessions than the list loads at once, however fast the machine is.
                            first.ask("crowd-" + i % 60, "hi");
                        }
                    } catch (IOException killed) {
                        over.set(true);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                // Any of them: a fast machine has moved on from the first ones before the page draws them.
                browser.sees("crowd-");
                first.kill();
                over.set(true);
                crowd.join();
            } finally {
                first.kill();
            }
            browser.sees("Line lost");
            try (ServeProcess again = ServeProcess.start(folder, port, "--upstream", upstream)) {
                assertThat(again.ask("after", "hi").statusCode()).isEqualTo(200);
                browser.sees("after");
                browser.sees("Up to date");
                compare(page);
            }
        }
    }

    private void compare(Page page) throws InterruptedException {
        try (EventStore store = EventStore.open(
                StoreAddress.of(null, folder.resolve(".mulligan"), Map.of()).where())) {
            List<Long> stored = store.feed().since(0, 10_000).stream()
                    .map(EventFeed.Item::position)
                    .toList();
            page.waitForFunction(
                    "last => window.ids.at(-1) >= last", stored.getLast().intValue());
            List<Long> shown = ((List<?>) page.evaluate("() => window.ids"))
                    .stream().map(id -> ((Number) id).longValue()).toList();
            System.out.println("kill and restart: " + stored.size() + " events stored, the page has " + shown.size());
            assertThat(shown).isEqualTo(stored);
            List<String> sessions = store.sessions().list(Wanted.ALL, Cursor.NEWEST, 1000).stream()
                    .map(SessionRow::id)
                    .toList();
            assertThat(page.locator("table.list")).hasAttribute("aria-rowcount", String.valueOf(sessions.size()));
            assertThat(page.locator("table.list tbody tr").first()).containsText(sessions.getFirst());
        }
    }

    @Test
    void aPlanThatIsCarriedOutAppearsByItselfWithItsRepairAndItsVerification(@TempDir Path outside) throws Exception {
        // Not in the workspace: what the agent remembers would be rolled back with it.
        Path script = Files.writeString(outside.resolve("agent.yaml"), """
                - {end: lie, say: 'All fixed.'}
                - {write: {answer.txt: 'forty-one'}, say: 'Now it is.'}
                - {write: {answer.txt: 'forty-two'}, say: 'Mended.'}
                - {write: {notes.txt: 'done'}, say: 'Written down.'}
                """);
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                name: answer
                agents: {coder: {command: ['%s', -cp, '%s', %s, simulate, agent, --script, '%s']}}
                steps:
                  - {id: compute, prompt: Compute the answer, verify: 'grep -q forty-two answer.txt || { echo "FAIL: answer.txt is wrong"; exit 1; }'}
                  - {id: write-down, prompt: Write it down, needs: [compute], verify: test -s notes.txt}
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        script));
        try (ServeProcess serve = ServeProcess.start(folder)) {
            Page page = browser.at(serve.url() + "/runs");
            browser.sees("No runs yet");
            Cli done = Cli.run(
                    "run",
                    plan.toString(),
                    "--home",
                    folder.resolve(".mulligan").toString());
            assertThat(done.exit()).as(done.out() + done.err()).isZero();
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("answer"))
                    .click();
            browser.click("compute");
            browser.sees("Step compute");
            browser.sees("1 failure, exit 1");
            assertThat(page.locator(".entry").filter(new Locator.FilterOptions().setHasText("Attempt ended")))
                    .hasCount(3);
            assertThat(page.locator(".node.passed")).hasCount(2);
            look("run-real");
        }
    }

    @Test
    void theDemosRunShowsCandidatesWithTheirChangesAndTheDiagnosis() throws Exception {
        Path kept = folder.resolve("demo");
        Cli demo = Cli.run("demo", "--no-serve", "--keep", kept.toString());
        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        try (ServeProcess serve = ServeProcess.start(kept)) {
            Page page = browser.at(serve.url() + "/runs");
            page.locator("table.list tbody a").first().click();
            browser.sees("Candidates");
            assertThat(page.locator(".candidate").first()).isVisible();
            assertThat(page.locator(".candidate.chosen")).hasCount(1);
            assertThat(page.locator(".candidate .diff .add").first()).isVisible();
            look("run-demo");
        }
    }

    private static void look(String name) throws Exception {
        browser.shot(name);
        assertThat(browser.barriers()).isEmpty();
        browser.dark(true);
        browser.shot(name + "-dark");
        assertThat(browser.barriers()).isEmpty();
        browser.dark(false);
    }
}
