package dev.mulligan.orchestrator.run;

import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends work that must not go on: when heartbeats fail for so long that another worker may soon take over, and when the
 * run was stopped. Heartbeats show a live program, not a live agent; the agent's own limits are elsewhere.
 */
final class Watch implements AutoCloseable {

    private static final double NEARLY_DEAD = 0.7;

    private final Map<Guarded, Boolean> guarded = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-watch").factory());

    private final ScheduledFuture<?> ticks;

    Watch(Duration heartbeat) {
        long every = Math.max(50, heartbeat.toMillis() / 4);
        ticks = clock.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
    }

    /** Work under guard; closing it ends the guard and swallows an interrupt that came too late. */
    final class Guarded implements AutoCloseable {
        private final String runId;
        private final ExecutionContext context;
        private final Thread thread = Thread.currentThread();
        private boolean open = true;
        private boolean ended;

        private Guarded(String runId, ExecutionContext context) {
            this.runId = runId;
            this.context = context;
        }

        private synchronized void end() {
            if (open) {
                ended = true;
                thread.interrupt();
            }
        }

        /** Whatever failed then failed because of the interrupt. */
        synchronized boolean wasEnded() {
            return ended;
        }

        @Override
        public synchronized void close() {
            open = false;
            guarded.remove(this);
            Thread.interrupted();
        }
    }

    Guarded guard(String runId, ExecutionContext context) {
        Guarded work = new Guarded(runId, context);
        guarded.put(work, true);
        return work;
    }

    private void look() {
        for (Guarded work : guarded.keySet()) {
            if (work.context.getCurrentlyExecuting().getHeartbeatState().getFractionDead() > NEARLY_DEAD) {
                work.end();
            }
        }
    }

    /** Ends everything this program does for a run. */
    void stop(String runId) {
        guarded.keySet().stream().filter(work -> work.runId.equals(runId)).forEach(Guarded::end);
    }

    void stopAll() {
        guarded.keySet().forEach(Guarded::end);
    }

    @Override
    public void close() {
        ticks.cancel(false);
        clock.shutdownNow();
    }
}
