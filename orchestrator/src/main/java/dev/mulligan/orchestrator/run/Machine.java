package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.process.ChildProcess;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.attempt.Time;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * What the engine asks of the machine it runs on. All chance and everything that happens beside a step comes through
 * here, so that a simulation can give the same answers again for the same seed.
 *
 * @param time for waits inside one attempt
 * @param chance numbers from 0 to 1
 * @param names that nobody else has
 * @param commands starts what verifies a step
 * @param leftovers ends what an earlier worker of a step has left running
 * @param beside runs one task at the same time as the step; a platform thread, since the database driver would hold a
 *     virtual one's carrier through its fsync
 * @param candidates runs several attempts side by side
 * @param ticks runs a task now and then
 */
public record Machine(
        Time time,
        DoubleSupplier chance,
        Supplier<String> names,
        Commands commands,
        Leftovers leftovers,
        Beside beside,
        Supplier<ExecutorService> candidates,
        Ticks ticks) {

    /** Starts a command and waits for its end. */
    @FunctionalInterface
    public interface Commands {
        ProcessResult run(
                String command,
                Path folder,
                Map<String, String> environment,
                ProcessLimits limits,
                OutputListener listener)
                throws InterruptedException;
    }

    /** Ends the processes of a step; says how many. */
    @FunctionalInterface
    public interface Leftovers {
        int end(String runId, String stepId);
    }

    /** Runs a task at the same time. */
    @FunctionalInterface
    public interface Beside {
        void start(Runnable task);
    }

    /** Runs a task every so often until it is closed; after that no run of it is under way. */
    @FunctionalInterface
    public interface Ticks {
        Tick every(Runnable task);
    }

    /** A task that runs now and then. */
    public interface Tick extends AutoCloseable {
        @Override
        void close();
    }

    /** The same with other chances. */
    public Machine chance(DoubleSupplier numbers) {
        return new Machine(time, numbers, names, commands, leftovers, beside, candidates, ticks);
    }

    /** The machine as it is. */
    public static Machine real() {
        return new Machine(
                Time.system(),
                () -> ThreadLocalRandom.current().nextDouble(),
                () -> UUID.randomUUID().toString(),
                (command, folder, environment, limits, listener) -> new ChildProcess(
                                List.of("sh", "-c", command),
                                folder,
                                environment,
                                limits,
                                Optional.of(EngineSetup.processRecords()))
                        .run("", listener),
                LeftoverProcesses::end,
                task -> Thread.ofPlatform().daemon().name("mulligan-record").start(task),
                Executors::newVirtualThreadPerTaskExecutor,
                PeriodicTask::new);
    }
}
