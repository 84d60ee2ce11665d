package dev.mulligan.server.page;

import dev.mulligan.attempt.Time;
import dev.mulligan.server.access.Access;
import dev.mulligan.server.http.Problem;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.EventFeed;
import dev.mulligan.text.Json;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Events as they are stored, as server-sent events. The id of each is its place in the store, so a client that comes back
 * with the last one it saw misses nothing and sees nothing twice. One virtual thread a client, which waits for slow ones.
 */
public final class EventStream implements AutoCloseable {

    private static final int MOST_CLIENTS = 200;
    private static final int PAGE = 500;
    private static final int QUIET_ROUNDS = 40;
    private static final int WRITE_SECONDS = 30;

    private final EventStore store;
    private final Time time;
    private final Duration pause;
    private final Semaphore room = new Semaphore(MOST_CLIENTS);
    private volatile boolean closed;

    public EventStream(EventStore store, Time time, Duration pause) {
        this.store = store;
        this.time = time;
        this.pause = pause;
    }

    /** On the event loop. */
    public void open(HttpServerRequest request, Access.Admitted who) {
        String seen = request.getHeader("last-event-id");
        long after = seen == null ? position("after", request.getParam("after")) : position("Last-Event-ID", seen);
        if (!room.tryAcquire()) {
            throw Problem.of(503, "Too many listeners", "at most " + MOST_CLIENTS + " may follow events at once");
        }
        HttpServerResponse response = request.response();
        response.putHeader("content-type", "text/event-stream")
                .putHeader("cache-control", "no-store")
                .putHeader("x-accel-buffering", "no")
                .setChunked(true);
        Context loop = Vertx.currentContext();
        Thread.ofVirtual().name("mulligan-events").start(() -> {
            try {
                follow(after, response, loop, who.still());
            } catch (ExecutionException | TimeoutException | RuntimeException gone) {
                onLoop(loop, response::reset);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                room.release();
            }
        });
    }

    /** Below zero: from now on. */
    private static long position(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return -1;
        }
        try {
            return Math.max(0, Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            throw Problem.field(field, field + ": '" + text + "' is not the id of an event");
        }
    }

    private void follow(long after, HttpServerResponse response, Context loop, BooleanSupplier allowed)
            throws InterruptedException, ExecutionException, TimeoutException {
        // A place that this store never reached is one of another store, which this one has replaced.
        long newest = store.position();
        long at = after < 0 ? newest : Math.min(after, newest);
        write(response, loop, "retry: 1000\nid: " + at + "\nevent: hello\ndata: {\"position\":" + at + "}\n\n");
        int quiet = 0;
        while (!closed && !response.closed() && allowed.getAsBoolean()) {
            List<EventFeed.Item> page = store.feed().since(at, PAGE);
            if (page.isEmpty()) {
                time.sleep(pause);
                if (++quiet % QUIET_ROUNDS == 0) {
                    write(response, loop, ": still here\n\n");
                }
                continue;
            }
            StringBuilder text = new StringBuilder();
            page.forEach(item -> text.append(item(item)));
            write(response, loop, text.toString());
            at = page.getLast().position();
        }
        onLoop(loop, () -> response.end().onFailure(gone -> {}));
    }

    /** A server that is going down has no event loop any more, and no connections either. */
    private static void onLoop(Context loop, Runnable task) {
        try {
            loop.runOnContext(now -> task.run());
        } catch (RejectedExecutionException down) {
            return;
        }
    }

    private static String item(EventFeed.Item item) {
        // The payload is JSON on one line already: it is put in as it is.
        return "id: " + item.position() + "\ndata: {\"type\":" + Json.write(item.type()) + ",\"runId\":"
                + Json.write(item.runId()) + ",\"seq\":" + item.seq() + ",\"timestamp\":\""
                + Instant.ofEpochMilli(item.atMillis()) + "\",\"payload\":" + item.payload() + "}\n\n";
    }

    private static void write(HttpServerResponse response, Context loop, String text)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<Void> written = new CompletableFuture<>();
        loop.runOnContext(now -> response.write(text).onComplete(written::complete, written::completeExceptionally));
        written.get(WRITE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        closed = true;
        try {
            // Streams that end are better than connections that break.
            room.tryAcquire(MOST_CLIENTS, 2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
