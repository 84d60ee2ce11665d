package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StatusLine;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells the person who started a gateway what it does: a line for each rescue and each loss, and who waits for how long,
 * on a terminal as a last line that counts down. It prints on a thread of its own: the gateway's threads must not wait for
 * a terminal.
 */
final class EventTicker implements GatewayListener, AutoCloseable {

    /** More than this many lines are behind only when nobody reads them. */
    private static final int MOST_WAITING = 1_000;

    private static final int MESSAGE_SHOWN = 100;

    /** Always with the seconds: {@code LocalTime.toString} leaves them out when they are zero. */
    private static final DateTimeFormatter WITH_SECONDS =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final InstantSource clock;
    private final Screen screen;
    private final StatusLine lastLine;
    private final boolean quiet;
    private final boolean redrawn;
    private final RescueCount count = new RescueCount();
    private final ScheduledExecutorService printer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-ticker").factory());
    private final AtomicInteger behind = new AtomicInteger();

    // Used by the printer's thread only
    private final Map<String, RetryScheduled> waiting = new LinkedHashMap<>();

    private volatile Optional<ScheduledFuture<?>> ticks = Optional.empty();

    private EventTicker(Screen screen, boolean quiet, boolean redrawn, InstantSource clock) {
        this.clock = clock;
        this.screen = screen;
        this.lastLine = new StatusLine(screen);
        this.quiet = quiet;
        this.redrawn = redrawn;
    }

    static EventTicker of(Screen screen, boolean quiet) {
        return of(screen, quiet, InstantSource.system());
    }

    static EventTicker of(Screen screen, boolean quiet, InstantSource clock) {
        return new EventTicker(screen, quiet, StatusLine.fits(screen), clock);
    }

    /** Draws the last line from now on, where there is a terminal. */
    void start() {
        if (redrawn && !quiet) {
            ticks = Optional.of(printer.scheduleAtFixedRate(this::draw, 0, 250, TimeUnit.MILLISECONDS));
        }
    }

    @Override
    public void on(GatewayFact fact) {
        count.on(fact);
        if (quiet || !isTold(fact) || behind.get() > MOST_WAITING) {
            return;
        }
        behind.incrementAndGet();
        try {
            printer.execute(() -> {
                behind.decrementAndGet();
                tell(fact);
            });
        } catch (RejectedExecutionException e) {
            // It has ended, and so has the server.
        }
    }

    /** Most requests go well at once: waking the printer for them would cost more than they do. */
    private static boolean isTold(GatewayFact fact) {
        return switch (fact) {
            case GatewayFact.RequestStarted _, GatewayFact.RateWindowTold _ -> false;
            case GatewayFact.RequestFinished end ->
                !end.episode().isEmpty() || end.failure().isPresent();
            default -> true;
        };
    }

    private void tell(GatewayFact fact) {
        switch (fact) {
            case GatewayFact.Recovering(RetryScheduled retry) -> {
                waiting.put(retry.operationId(), retry);
                if (!redrawn) {
                    String wait = retry.delayMs() > 0
                            ? "wait     " + TimeText.millis(retry.delayMs()) + " before"
                            : "again    at once,";
                    line(wait + " attempt " + retry.attempt() + " of " + retry.maxAttempts() + ": "
                            + about(retry.error()));
                }
            }
            case GatewayFact.Recovering(RetrySucceeded end) -> waiting.remove(end.operationId());
            case GatewayFact.Recovering(RetryExhausted end) -> waiting.remove(end.operationId());
            case GatewayFact.Recovering(FallbackUsed other) ->
                line("fallback " + place(other.fromUpstream(), other.fromModel(), other) + " → "
                        + place(other.toUpstream(), other.toModel(), other));
            case GatewayFact.RequestFinished end -> ended(end);
            case GatewayFact.SessionEscalated up ->
                line("escalate session " + up.session() + ": " + up.fromModel() + " → " + up.toModel());
            case GatewayFact.BudgetExceeded over -> line(screen.red("budget   " + over.why()));
            case GatewayFact.RunawayStopped stopped ->
                line(screen.red("runaway  session " + stopped.session() + " sent the same request " + stopped.times()
                        + " times; it is stopped"));
            default -> {}
        }
    }

    /** A move between keys of one upstream keeps the model, one between models may keep the upstream. */
    private static String place(Optional<String> upstream, String model, FallbackUsed move) {
        boolean sameModel = move.fromModel().equals(move.toModel());
        return upstream.map(name -> sameModel ? name : model + " at " + name).orElse(model);
    }

    private void ended(GatewayFact.RequestFinished end) {
        if (end.succeeded() && !end.episode().isEmpty()) {
            line(screen.green("rescued  ")
                    + spent(end)
                    + end.episode().lastFailure().map(EventTicker::about).orElse(""));
        } else if (end.status() > 0 && end.failure().isPresent()) {
            Failure failure = end.failure().get();
            line((RescueCount.isRefusal(failure) ? screen.yellow("refused  ") : screen.red("lost     "))
                    + spent(end)
                    + about(failure));
        }
    }

    private static String spent(GatewayFact.RequestFinished end) {
        String what = end.model().isEmpty() ? "a request without a model" : end.model();
        String calls = Screen.counted(end.upstreamCalls(), "call");
        return what + " after " + TimeText.millis(end.duration().toMillis()) + " and " + calls + ": ";
    }

    private static String about(Failure failure) {
        String message = failure.message().lines().findFirst().orElse("").strip();
        String said = message.length() > MESSAGE_SHOWN ? message.substring(0, MESSAGE_SHOWN) + "…" : message;
        return RescueCount.words(failure.type().wireName()) + (said.isEmpty() ? "" : " (" + said + ")");
    }

    private void line(String text) {
        lastLine.clear();
        screen.line(screen.dim(WITH_SECONDS.format(clock.instant()) + " ") + text);
        screen.flush();
    }

    private void draw() {
        Instant now = clock.instant();
        waiting.values().removeIf(one -> one.nextRetryAt().isBefore(now));
        String state = count.sentence();
        String next = waiting.values().stream()
                .min(Comparator.comparing(RetryScheduled::nextRetryAt))
                .map(retry -> "; " + waiting.size() + " waiting, next in "
                        + Math.max(0, Duration.between(now, retry.nextRetryAt()).toSeconds()) + " s ("
                        + RescueCount.words(retry.error().type().wireName()) + ", attempt " + retry.attempt() + " of "
                        + retry.maxAttempts() + ")")
                .orElse("");
        lastLine.show(state + next);
    }

    @Override
    public void close() {
        ticks.ifPresent(future -> future.cancel(false));
        printer.close();
        lastLine.clear();
    }
}
