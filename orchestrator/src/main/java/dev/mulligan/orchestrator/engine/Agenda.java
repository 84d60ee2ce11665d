package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableTaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** When steps and ends of runs are due. What it writes inside a transaction of the store belongs to that transaction. */
final class Agenda {

    private final String lane;
    private final InstantSource clock;
    private final Supplier<SchedulerClient> scheduler;
    private final Runnable look;

    /** @param look has somebody look for due work at once instead of at the next poll */
    Agenda(String lane, InstantSource clock, Supplier<SchedulerClient> scheduler, Runnable look) {
        this.lane = lane;
        this.clock = clock;
        this.scheduler = scheduler;
        this.look = look;
    }

    static String stepTask(String lane) {
        return "mulligan-step" + lane;
    }

    static String endTask(String lane) {
        return "mulligan-end" + lane;
    }

    Instant now() {
        return clock.instant();
    }

    void look() {
        look.run();
    }

    void schedule(String runId, String stepId, Instant at) {
        scheduler.get().scheduleIfNotExists(step(runId, stepId), at);
    }

    /** The same, also when it is scheduled for another time already. */
    void reschedule(String runId, String stepId, Instant at) {
        scheduler
                .get()
                .schedule(
                        new SchedulableTaskInstance<>(step(runId, stepId), at),
                        SchedulerClient.ScheduleOptions.WHEN_EXISTS_RESCHEDULE);
    }

    void scheduleEnd(String runId) {
        scheduler.get().scheduleIfNotExists(new TaskInstance<>(endTask(lane), runId), now());
    }

    private TaskInstance<Void> step(String runId, String stepId) {
        return new TaskInstance<>(stepTask(lane), runId + "/" + stepId);
    }
}
