package dev.mulligan.orchestrator.claim;

import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends work that must not go on: when heartbeats fail for so long that another worker may soon take over, and when the
 * run was stopped. Heartbeats show a live program, not a live agent; the agent's own limits are elsewhere.
 */
public final class LeaseWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LeaseWatch.class);
    private static final double NEARLY_DEAD = 0.7;

    private final Map<Guarded, Boolean> guarded = new ConcurrentHashMap<>();
    private final Predicate<String> isStopped;
    private final Consumer<Predicate<String>> letGo;
    private final List<ScheduledExecutorService> clocks = new ArrayList<>();

    /**
     * Looks only when told to.
     *
     * @param isStopped whether a run was stopped, maybe by another program; may take long or fail
     * @param letGo frees what this program keeps for runs that ended elsewhere; is told which runs it works on now
     */
    public LeaseWatch(Predicate<String> isStopped, Consumer<Predicate<String>> letGo) {
        this.isStopped = isStopped;
        this.letGo = letGo;
    }

    /** Looks by itself, several times a heartbeat. */
    public static LeaseWatch started(
            Duration heartbeat, Predicate<String> isStopped, Consumer<Predicate<String>> letGo) {
        LeaseWatch watch = new LeaseWatch(isStopped, letGo);
        long every = Math.max(50, heartbeat.toMillis() / 4);
        watch.repeat("mulligan-watch", watch::look, every);
        // On a thread of its own: a store that does not answer must not keep us from seeing that we are nearly dead.
        watch.repeat("mulligan-stopped", watch::ask, every * 2);
        return watch;
    }

    private void repeat(String name, Runnable task, long everyMillis) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
        clocks.add(clock);
        var ignored = clock.scheduleWithFixedDelay(task, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
    }

    /** Ends the work of runs that somebody stopped, and frees what is kept for runs that ended elsewhere. */
    public void ask() {
        try {
            guarded.keySet().stream()
                    .map(work -> work.runId)
                    .distinct()
                    .filter(isStopped)
                    .forEach(this::stop);
            letGo.accept(this::isWorkedOn);
        } catch (StoreException e) {
            log.debug("whether runs were stopped could not be asked: {}", e.getMessage());
        }
    }

    private boolean isWorkedOn(String runId) {
        return guarded.keySet().stream().anyMatch(work -> work.runId.equals(runId));
    }

    /** Work under guard; closing it ends the guard and swallows an interrupt that came too late. */
    public final class Guarded implements AutoCloseable {
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

        /** Whether this program does nothing else for the run, such as what it did before it was frozen for long. */
        public boolean isAlone() {
            return guarded.keySet().stream().noneMatch(work -> !work.equals(this) && work.runId.equals(runId));
        }

        /** Whatever failed then failed because of the interrupt. */
        public synchronized boolean wasEnded() {
            return ended;
        }

        @Override
        public synchronized void close() {
            open = false;
            guarded.remove(this);
            Thread.interrupted();
        }
    }

    public Guarded guard(String runId, ExecutionContext context) {
        Guarded work = new Guarded(runId, context);
        guarded.put(work, true);
        return work;
    }

    /** Ends work whose lease is nearly over. */
    public void look() {
        for (Guarded work : guarded.keySet()) {
            if (work.context.getCurrentlyExecuting().getHeartbeatState().getFractionDead() > NEARLY_DEAD) {
                work.end();
            }
        }
    }

    /** Ends everything this program does for a run. */
    public void stop(String runId) {
        guarded.keySet().stream().filter(work -> work.runId.equals(runId)).forEach(Guarded::end);
    }

    public void stopAll() {
        guarded.keySet().forEach(Guarded::end);
    }

    @Override
    public void close() {
        clocks.forEach(ScheduledExecutorService::shutdownNow);
    }
}
