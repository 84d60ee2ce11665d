package dev.mulligan.server;

import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How long each page and each of its questions takes on a long history: {@code PageSpeed FOLDER [EVENTS [SESSIONS]]}. A
 * store that is there already is measured as it is.
 */
final class PageSpeed {

    private static final int ROUNDS = 15;
    private static final int VISITS = 5;

    private final House house;

    private PageSpeed(House house) {
        this.house = house;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        long events = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000;
        int sessions = args.length > 2 ? Integer.parseInt(args[2]) : 10_000;
        try (House house = new House(folder)) {
            if (house.store.position() == 0) {
                LongHistory.fill(house.store, events, sessions);
            }
            System.out.println(house.store.position() + " events in the store");
            PageSpeed speed = new PageSpeed(house);
            speed.pages();
            speed.questions();
        }
    }

    private interface Asked {
        void once() throws Exception;
    }

    private static void time(String what, int rounds, Asked asked) throws Exception {
        double[] millis = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            asked.once();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        double first = millis[0];
        Arrays.sort(millis);
        System.out.println(String.format(
                Locale.ROOT,
                "%-72s first %7.1f ms  median %7.1f ms  worst %7.1f ms",
                what.length() > 70 ? what.substring(0, 70) : what,
                first,
                millis[rounds / 2],
                millis[rounds - 1]));
    }

    /** From the address being typed to the page's content being there, in a real browser. */
    private void pages() throws Exception {
        try (Browser browser = Browser.open()) {
            // The browser's own start, told apart: a person's browser runs already.
            time("the browser's first page, an empty one", 1, () -> browser.at("data:text/html,<h1>empty</h1>"));
            for (String page : List.of(
                    "",
                    "live",
                    "incidents",
                    "failures",
                    "sessions",
                    "sessions?project=project-3",
                    "sessions/session-77",
                    "runs",
                    "runs/run-0",
                    "questions",
                    "analytics",
                    "policies",
                    "learning",
                    "lab")) {
                time("page /" + page, VISITS, () -> {
                    Page at = browser.at(house.url() + "/" + page);
                    at.waitForFunction("() => !document.querySelector('.loading')");
                });
            }
            scroll(browser);
        }
    }

    /** The whole list by its end key, again and again: what is drawn must not grow with it. */
    private void scroll(Browser browser) {
        Page page = browser.at(house.url() + "/sessions");
        page.locator("table.list tbody tr").first().waitFor();
        long begun = System.nanoTime();
        int most = 0;
        for (int i : IntStream.range(0, 30).toArray()) {
            page.keyboard().press(i % 2 == 0 ? "End" : "PageDown");
            page.waitForTimeout(50);
            most = Math.max(most, page.locator("table.list tbody tr").count());
        }
        System.out.println("scrolling " + page.locator("table.list").getAttribute("aria-rowcount") + " rows in "
                + (System.nanoTime() - begun) / 1_000_000 + " ms drew at most " + most + " of them at once");
    }

    private void questions() throws Exception {
        String cursor = house.get("/api/sessions?limit=100").text("next", "");
        for (String path : List.of(
                "/api/overview",
                "/api/incidents",
                "/api/failures?outcome=lost",
                "/api/sessions?sort=recovered",
                "/api/live",
                "/api/sessions?limit=100",
                "/api/sessions?limit=100&cursor=" + cursor,
                "/api/sessions?limit=100&project=project-3",
                "/api/sessions?limit=100&failing=true",
                "/api/sessions?q=session-77",
                "/api/sessions?q=session-none",
                "/api/sessions/session-77",
                "/api/projects",
                "/api/runs",
                "/api/runs/run-0",
                "/api/questions",
                "/api/learnings",
                "/api/strategies",
                "/api/policies",
                "/api/analytics/failures",
                "/api/analytics/failures?project=project-3&model=claude-haiku-5-5",
                "/api/lab/replay")) {
            time(path, ROUNDS, () -> house.get(path));
        }
    }
}
