package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real Chromium, when this machine has one. */
public final class Browser implements AutoCloseable {

    private static final Path SHOTS = Path.of("target", "screenshots");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Page page;

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(1280, 860)
                .setColorScheme(ColorScheme.LIGHT)
                .setReducedMotion(com.microsoft.playwright.options.ReducedMotion.REDUCE));
        this.page = context.newPage();
        page.setDefaultTimeout(30_000);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")
                    && !message.text().contains("status of 4")
                    && !message.location().contains("/api/events")
                    // How a request broke off when a test took its server away; which word Chromium has for it
                    // depends on the moment. What the page says then is what the tests look at.
                    && !message.text().startsWith("Failed to load resource: net::ERR_")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    public static Browser open() {
        Optional<Path> program = find("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
        Optional<Path> node = find("node");
        boolean built = Browser.class.getResource("page/web/index.html") != null;
        String missing = program.isEmpty()
                ? "Chromium (apt-get install chromium)"
                : node.isEmpty() ? "Node.js" : built ? "" : "the built dashboard (needs Node.js at build time)";
        if (!missing.isEmpty()) {
            System.out.println("Browser tests skipped: this machine has no " + missing);
        }
        Assumptions.assumeTrue(missing.isEmpty(), "no " + missing);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        environment.put("PLAYWRIGHT_NODEJS_PATH", node.orElseThrow().toString());
        Playwright playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        return new Browser(
                playwright,
                playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(program.orElseThrow())
                                .setArgs(List.of(
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-quic",
                                        "--no-first-run",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-sync"))));
    }

    private static Optional<Path> find(String... names) {
        List<String> folders = new ArrayList<>(Arrays.asList(
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1)));
        folders.addAll(List.of("/usr/bin", "/usr/local/bin", "/snap/bin"));
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public Page page() {
        return page;
    }

    public Page at(String url) {
        page.navigate(url);
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))
                .waitFor();
        return page;
    }

    public void click(String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button))
                .first()
                .click();
    }

    public void sees(String text) {
        page.getByText(text).locator("visible=true").first().waitFor();
    }

    public void shot(String name) throws IOException {
        Files.createDirectories(SHOTS);
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }

    public void dark(boolean on) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(on ? ColorScheme.DARK : ColorScheme.LIGHT));
    }

    /** What is wider than the window, by element; scrolled boxes inside the page may be. */
    public List<?> overflowing() {
        return (List<?>) page.evaluate("""
                () => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
                  .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
                  .map(e => e.tagName + '.' + e.getAttribute('class') + ' ' + Math.round(e.getBoundingClientRect().right)).slice(0, 12)""");
    }

    /** What a screen reader or a keyboard would stumble over, by axe; its file comes with the dashboard's tools. */
    public List<?> barriers() throws IOException {
        Path axe = Path.of(System.getProperty("mulligan.root", ".."), "web", "node_modules", "axe-core", "axe.min.js");
        Assumptions.assumeTrue(Files.exists(axe), "axe-core is not installed under web/node_modules");
        // Given to the engine and not to the page: the page's own rules forbid scripts from elsewhere.
        page.evaluate(Files.readString(axe));
        Object found = page.evaluate(
                "() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']}).then(r => r.violations.map("
                        + "v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary).slice(0, 3).join(' | ')))");
        return (List<?>) found;
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
        assertThat(complaints).as("errors in the browser's console").isEmpty();
    }
}
