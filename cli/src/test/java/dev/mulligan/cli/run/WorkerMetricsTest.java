package dev.mulligan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.store.EventStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerMetricsTest {

    @TempDir
    Path folder;

    @Test
    void pagesAndNamesOfOthersSeeNothing() throws Exception {
        try (MetricsPage page = MetricsPage.open("127.0.0.1", 0, () -> "numbers");
                HttpClient client = HttpClient.newHttpClient()) {
            // The client of the JDK does not let a test choose the host, but a page's origin it does.
            HttpResponse<String> got = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + page.port() + "/metrics"))
                            .header("origin", "https://evil.example")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(got.statusCode()).isEqualTo(403);
            assertThat(got.body()).isEmpty();
        }
    }

    @Test
    void pageNamesTheRoleAndWhatItHolds() throws Exception {
        try (EventStore store = EventStore.open(folder.resolve("store.db").toString());
                MetricsPage page = MetricsPage.open("127.0.0.1", 0, new WorkerMetrics(store, "me", 3))) {
            HttpResponse<String> got = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + page.port() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(got.body())
                    .contains("mulligan_worker_slots{role=\"worker\"} 3\n")
                    .contains("mulligan_worker_steps{role=\"worker\"} 0\n")
                    .contains("mulligan_store_away{role=\"worker\"} 0\n");
        }
    }
}
