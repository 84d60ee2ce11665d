import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * `java Soak.java PORT SECONDS RATE`: so many requests a second, each second one streamed, whatever the others do. Prints
 * how many were sent, how many had a good answer, how many did not, and how many are still open.
 */
public class Soak {
    public static void main(String[] args) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + args[0] + "/v1/messages");
        int total = Integer.parseInt(args[1]) * Integer.parseInt(args[2]);
        long gap = 1_000_000_000L / Integer.parseInt(args[2]);
        AtomicInteger good = new AtomicInteger();
        AtomicInteger bad = new AtomicInteger();
        AtomicInteger open = new AtomicInteger();
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            long start = System.nanoTime();
            for (int i = 0; i < total; i++) {
                long wait = start + i * gap - System.nanoTime();
                if (wait > 0) Thread.sleep(Duration.ofNanos(wait));
                boolean stream = i % 2 == 0;
                String body = "{\"model\":\"claude-sonnet-5-5\",\"stream\":" + stream
                        + ",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"" + i + "\"}]}";
                open.incrementAndGet();
                client.sendAsync(HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(3)).header("x-api-key", "k" + i % 50)
                                .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString())
                        .whenComplete((answer, failed) -> {
                            boolean whole = failed == null && answer.statusCode() == 200
                                    && answer.body().contains(stream ? "message_stop" : "end_turn")
                                    && !answer.body().contains("event: error");
                            (whole ? good : bad).incrementAndGet();
                            if (!whole && bad.get() < 5) System.err.println(failed != null ? failed : answer.statusCode() + " " + answer.body());
                            open.decrementAndGet();
                        });
            }
            for (int i = 0; i < 1200 && open.get() > 0; i++) Thread.sleep(100);
            System.out.printf("sent %d good %d bad %d open %d%n", total, good.get(), bad.get(), open.get());
            System.exit(0);
        }
    }
}
