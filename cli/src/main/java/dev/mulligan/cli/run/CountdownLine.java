package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StatusLine;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.VerificationEvent.VerificationStarted;
import dev.mulligan.store.trace.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The last line on a terminal: what is going on, for how long, or how long until the next try. Nothing elsewhere. */
public final class CountdownLine implements AutoCloseable {

    private final StatusLine lastLine;
    private final Optional<ScheduledExecutorService> clock;
    private String what = "";
    private Instant since = Instant.now();
    private Optional<Instant> until = Optional.empty();
    private Optional<ScheduledFuture<?>> ticks = Optional.empty();

    private CountdownLine(Screen screen, Optional<ScheduledExecutorService> clock) {
        this.lastLine = new StatusLine(screen);
        this.clock = clock;
    }

    public static CountdownLine of(Screen screen, boolean quiet) {
        if (quiet || !StatusLine.fits(screen)) {
            return new CountdownLine(screen, Optional.empty());
        }
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("mulligan-line").factory());
        CountdownLine line = new CountdownLine(screen, Optional.of(clock));
        line.ticks = Optional.of(clock.scheduleAtFixedRate(line::draw, 200, 200, TimeUnit.MILLISECONDS));
        return line;
    }

    public void about(Recorded recorded) {
        switch (recorded.event()) {
            case AttemptStarted attempt -> set(attempt.operationId() + " works", Optional.empty());
            case VerificationStarted check -> set(check.stepId() + " is verified", Optional.empty());
            case RetryScheduled retry ->
                set(
                        retry.operationId() + ": attempt " + retry.attempt() + " of " + retry.maxAttempts(),
                        Optional.of(retry.nextRetryAt()));
            case StepFinished _, RunFinished _ -> set("", Optional.empty());
            default -> {}
        }
    }

    private void set(String newWhat, Optional<Instant> newUntil) {
        what = newWhat;
        since = Instant.now();
        until = newUntil;
    }

    private synchronized void draw() {
        if (what.isEmpty()) {
            clear();
            return;
        }
        Instant now = Instant.now();
        String time = until.map(at -> "in " + seconds(Duration.between(now, at)))
                .orElseGet(() -> seconds(Duration.between(since, now)));
        lastLine.show(what + " " + time);
    }

    private static String seconds(Duration time) {
        return Math.max(0, time.toSeconds()) + " s";
    }

    public synchronized void clear() {
        lastLine.clear();
    }

    @Override
    public void close() {
        ticks.ifPresent(future -> future.cancel(false));
        clock.ifPresent(ScheduledExecutorService::shutdownNow);
        clear();
    }
}
