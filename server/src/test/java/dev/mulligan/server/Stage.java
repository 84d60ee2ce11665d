package dev.mulligan.server;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.script.Script;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A whole house with a person in front of it, for all tests of a class; each finds a provider in good health. */
@SuppressWarnings("NullAway.Init")
final class Stage implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    private final UnaryOperator<GatewayOptions> options;
    private Path folder;
    Browser browser;
    House house;

    Stage(UnaryOperator<GatewayOptions> options) {
        this.options = options;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        browser = Browser.open();
        folder = Files.createTempDirectory("mulligan-stage");
        house = new House(folder, options, settings -> settings);
        // As whoever started the server does.
        browser.page().navigate(house.url() + house.server.loginPath());
        browser.sees("Nothing waits");
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        house.provider.script(Script.healthy());
        house.provider.forgetRequests();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (house != null) {
            house.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        if (browser != null) {
            browser.close();
        }
    }

    Page session(String id) {
        return browser.at(house.url() + "/sessions/" + id);
    }

    Page policies(String scope) {
        Page page = browser.at(house.url() + "/policies" + (scope.isEmpty() ? "" : "?scope=" + scope));
        page.getByLabel("Attempts at most").waitFor();
        return page;
    }

    void save() {
        browser.click("Save");
        browser.sees("It counts from the next request on");
    }

    Locator heading(String name) {
        return browser.page().getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
    }

    Locator button(Locator within, String name) {
        return within.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
    }

    Locator stat(Locator within, String label) {
        return within.locator(".stat", new Locator.LocatorOptions().setHasText(label));
    }

    /** A request whose answer takes its time. */
    CompletableFuture<HttpResponse<String>> askLater(String session, String project) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return house.askFor(session, "take your time", "x-mulligan-project", project);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Lets a request fail for good without waiting: each pause is cut short as soon as it begins. */
    HttpResponse<String> askInAHurry(String session, String project) throws Exception {
        CompletableFuture<HttpResponse<String>> asked = askLater(session, project);
        House.until(() -> {
            house.server
                    .gateway()
                    .activeRetries()
                    .forEach(retry -> retry.controls().retryNow());
            return asked.isDone();
        });
        return asked.get();
    }
}
