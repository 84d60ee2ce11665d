package dev.mulligan.server;

import com.microsoft.playwright.Page;
import dev.mulligan.store.EventStore;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How long each page and each of its questions takes on a long history: {@code PageSpeed fill FOLDER EVENTS SESSIONS} makes
 * the store, {@code PageSpeed measure URL} asks a server that has it.
 */
final class PageSpeed {

    private static final int ROUNDS = 15;
    private static final int VISITS = 5;

    private final String url;
    private final HttpClient http;

    private PageSpeed(String url, HttpClient http) {
        this.url = url;
        this.http = http;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("fill")) {
            Path folder = Files.createDirectories(Path.of(args[1]));
            try (EventStore store = EventStore.open(folder.resolve("store.db").toString())) {
                if (store.position() == 0) {
                    LongHistory.fill(store, Long.parseLong(args[2]), Integer.parseInt(args[3]));
                }
                System.out.println(store.position() + " events in the store");
            }
            return;
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            PageSpeed speed = new PageSpeed(args[1], http);
            speed.pages();
            speed.questions();
        }
    }

    private JsonObject get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return Json.parseObject(answer.body());
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
                    Page at = browser.at(url + "/" + page);
                    at.waitForFunction("() => !document.querySelector('.loading')");
                });
            }
            scroll(browser);
        }
    }

    /** The whole list by its end key, again and again: what is drawn must not grow with it. */
    private void scroll(Browser browser) {
        Page page = browser.at(url + "/sessions");
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
        String cursor = get("/api/sessions?limit=100").text("next", "");
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
            time(path, ROUNDS, () -> get(path));
        }
    }
}
