package dev.mulligan.server;

import com.microsoft.playwright.Page;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.RecoveryOutcome;
import dev.mulligan.store.report.TroubledRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Pictures of every page, in light, dark and as on a phone: see web/shots. */
final class PageShots {

    private PageShots() {}

    public static void main(String[] args) throws Exception {
        Path out = Files.createDirectories(Path.of(args[0]));
        Path folder = Files.createTempDirectory("mulligan-shots");
        try (House house = new House(folder, options -> options, s -> s.runFolder(folder.resolve("runs")));
                Browser browser = Browser.open()) {
            fill(house, folder);
            Page page = browser.page();
            for (Map.Entry<String, String> shot : pages(house).entrySet()) {
                page.setViewportSize(1280, 860);
                for (boolean dark : new boolean[] {false, true}) {
                    browser.dark(dark);
                    take(
                            browser,
                            house.url() + shot.getValue(),
                            out.resolve(shot.getKey() + (dark ? "-dark" : "") + ".png"));
                }
                browser.dark(false);
                // What fits the window is what the manual shows.
                page.setViewportSize(1180, 780);
                browser.at(house.url() + shot.getValue());
                page.waitForFunction("() => !document.querySelector('.loading')");
                page.screenshot(new Page.ScreenshotOptions().setPath(out.resolve(shot.getKey() + "-window.png")));
                page.setViewportSize(390, 844);
                take(browser, house.url() + shot.getValue(), out.resolve(shot.getKey() + "-phone.png"));
            }
        }
        System.out.println("pictures in " + out.toAbsolutePath());
    }

    static void fill(House house, Path folder) throws Exception {
        ShotHistory.into(house.store, Instant.now());
        SomeRun.into(house.store, folder.resolve("runs"));
    }

    /** Every page by its name, with one of each kind of thing. */
    static Map<String, String> pages(House house) throws Exception {
        AnalyticsQuery week = AnalyticsQuery.between(Instant.now().minus(Duration.ofDays(7)), Instant.now());
        TroubledRow rescued = house.store
                .troubles()
                .list(week, Optional.of(RecoveryOutcome.RECOVERED), Optional.empty(), 1)
                .getFirst();
        String incident = house.store
                .troubles()
                .incidents(week.from(), week.to(), 1)
                .getFirst()
                .id();
        Map<String, String> pages = new LinkedHashMap<>();
        for (String name : new String[] {
            "live", "incidents", "failures", "sessions", "runs", "questions", "analytics", "policies", "learning", "lab"
        }) {
            pages.put(name, "/" + name);
        }
        pages.put("overview", "/");
        pages.put("incident", "/incidents/" + incident);
        pages.put("session", "/sessions/" + rescued.subject().session());
        pages.put(
                "request",
                "/sessions/" + rescued.subject().session() + "/requests/"
                        + rescued.subject().operationId());
        pages.put("run", "/runs/" + SomeRun.ID);
        return pages;
    }

    private static void take(Browser browser, String url, Path file) {
        Page page = browser.at(url);
        page.waitForFunction("() => !document.querySelector('.loading')");
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    }
}
