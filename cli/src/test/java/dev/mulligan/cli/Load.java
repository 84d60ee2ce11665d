package dev.mulligan.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask over and over until told to stop, each in a session of its own. */
final class Load implements AutoCloseable {

    private static final long PAUSE_MILLIS = 20;

    private final AgentClient to;
    private final int tries;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger good = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final List<String> bad = new CopyOnWriteArrayList<>();
    private final List<Thread> clients = new ArrayList<>();

    /**
     * Begins at once.
     *
     * @param tries how often a client sends a request until it counts as failed
     */
    Load(AgentClient to, String name, int clients, int tries) {
        this.to = to;
        this.tries = tries;
        for (int i = 0; i < clients; i++) {
            String session = name + "-" + i;
            this.clients.add(Thread.ofVirtual().start(() -> run(session)));
        }
    }

    private void run(String session) {
        try {
            for (int n = 0; !over.get(); n++) {
                ask(session, "Question " + n);
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(String session, String words) throws InterruptedException {
        String went = "";
        for (int i = 0; i < tries; i++) {
            if (i > 0) {
                again.incrementAndGet();
                Thread.sleep(PAUSE_MILLIS * 10);
            }
            try {
                var answer = to.ask(session, words);
                if (answer.statusCode() == 200) {
                    good.incrementAndGet();
                    return;
                }
                went = answer.statusCode() + " " + answer.body();
            } catch (IOException e) {
                went = e.toString();
            }
        }
        bad.add(session + ", " + words + ": " + went);
    }

    int good() {
        return good.get();
    }

    /** How often a client sent a request once more. */
    int again() {
        return again.get();
    }

    List<String> bad() {
        return bad;
    }

    /** Returns when every request has ended. */
    @Override
    public void close() {
        over.set(true);
        try {
            for (Thread client : clients) {
                client.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
