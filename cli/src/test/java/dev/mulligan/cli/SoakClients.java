package dev.mulligan.cli;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that ask one gateway or the other and, as agents' clients do, ask again when a connection breaks or an answer
 * says that it may pass. A quarter of them streams.
 */
final class SoakClients {

    private static final int TRIES = 10;
    private static final long AGAIN_MILLIS = 500;

    private final List<AgentClient> gateways;
    private final long pauseMillis;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final Map<String, Integer> good = new ConcurrentHashMap<>();
    private final List<String> bad = new CopyOnWriteArrayList<>();
    private final List<Thread> clients = new ArrayList<>();

    SoakClients(List<String> urls, int count, long pauseMillis) {
        this.gateways = urls.stream().map(AgentClient::new).toList();
        this.pauseMillis = pauseMillis;
        for (int i = 0; i < count; i++) {
            String session = "soak-" + i;
            boolean streams = i % 4 == 0;
            clients.add(Thread.ofVirtual().start(() -> run(session, streams)));
        }
    }

    private void run(String session, boolean streams) {
        try {
            for (int n = 0; !over.get(); n++) {
                ask(session, "Question " + n + " of " + session, streams);
                Thread.sleep(pauseMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(String session, String words, boolean streams) throws InterruptedException {
        sent.incrementAndGet();
        String went = "";
        int first = ThreadLocalRandom.current().nextInt(gateways.size());
        for (int i = 0; i < TRIES; i++) {
            if (i > 0) {
                again.incrementAndGet();
                Thread.sleep(AGAIN_MILLIS);
            }
            try {
                HttpResponse<String> answer =
                        gateways.get((first + i) % gateways.size()).ask(session, words, streams);
                if (isWhole(answer, streams)) {
                    good.merge(session, 1, Integer::sum);
                    return;
                }
                went = answer.statusCode() + " " + answer.body();
            } catch (IOException e) {
                went = e.toString();
            }
        }
        bad.add(session + ", " + words + ": " + went.substring(0, Math.min(300, went.length())));
    }

    private static boolean isWhole(HttpResponse<String> answer, boolean streams) {
        return answer.statusCode() == 200
                && answer.body().contains(streams ? "message_stop" : "\"stop_reason\"")
                && !answer.body().contains("event: error");
    }

    int sent() {
        return sent.get();
    }

    int again() {
        return again.get();
    }

    /** Whole answers by session. */
    Map<String, Integer> good() {
        return Map.copyOf(good);
    }

    List<String> bad() {
        return List.copyOf(bad);
    }

    /** No further requests; returns when every one under way has ended. */
    void end() throws InterruptedException {
        over.set(true);
        for (Thread client : clients) {
            client.join();
        }
    }
}
