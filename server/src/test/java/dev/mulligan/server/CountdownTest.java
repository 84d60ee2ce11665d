package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.mulligan.policy.Backoff;
import dev.mulligan.simulator.script.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page promises is when the provider is really called again. */
@Timeout(60)
class CountdownTest {

    private static final long NEAR_ENOUGH_MS = 200;
    /** Looks at the page again and again, as a person does: what stands there, and when. */
    private static final String WATCH = "() => { window.seen = []; setInterval(() => {"
            + " const shown = document.querySelector('.wait .count strong');"
            + " if (shown) window.seen.push(Date.now() + ' ' + shown.textContent) }, 31) }";

    @RegisterExtension
    static final Stage stage = new Stage(
            options -> options.projectPolicy("waits", House.QUICK.backoff(Backoff.fixed(Duration.ofSeconds(3)))));

    @Test
    void theCountdownEndsWhenTheGatewayReallyTriesAgain() throws Exception {
        Page page = stage.browser.at(stage.house.url() + "/live");
        stage.browser.sees("Nothing waits");
        page.evaluate(WATCH);
        stage.house.failing(new Fault.Status(503, Map.of()));
        assertThat(stage.askLater("countdown", "waits").get().statusCode()).isEqualTo(200);

        long tried = stage.house.provider.requests().get(1).at().toEpochMilli();
        List<Long> wrongBy = ((List<?>) page.evaluate("() => window.seen"))
                .stream()
                        .map(String::valueOf)
                        .filter(seen -> time(seen) <= tried)
                        .map(seen -> Math.abs(time(seen) + leftMillis(seen) - tried))
                        .sorted()
                        .toList();
        System.out.println("countdown: " + wrongBy.size() + " looks, wrong by " + wrongBy.get(wrongBy.size() / 2)
                + " ms in the middle and " + wrongBy.getLast() + " ms at most");
        assertThat(wrongBy).hasSizeGreaterThan(20);
        // A busy machine may hold the browser up for a moment; what it shows must be right all the same.
        assertThat(wrongBy.subList(0, wrongBy.size() * 95 / 100))
                .allSatisfy(wrong -> assertThat(wrong).isLessThanOrEqualTo(NEAR_ENOUGH_MS));
    }

    private static long time(String seen) {
        return Long.parseLong(Stream.of(seen.split(" ", -1)).findFirst().orElseThrow());
    }

    private static long leftMillis(String seen) {
        return Math.round(Double.parseDouble(seen.substring(seen.indexOf(' ') + 1)) * 1000);
    }
}
