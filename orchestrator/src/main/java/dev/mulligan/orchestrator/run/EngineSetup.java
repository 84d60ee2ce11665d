package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.workspace.state.StateFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * What an engine needs from outside.
 *
 * @param home where traces and run folders are kept; empty for a worker that keeps none
 * @param slots steps carried out at the same time
 * @param heartbeat a worker unheard of for four of these is dead
 * @param environment of verifiers, and the source of what agents may see
 * @param listeners hear every event of this engine once it is stored
 * @param labels that steps may wish for
 * @param attempts follows what this engine carries out
 * @param machine time, chance, processes and threads
 * @param lane runs of another lane are neither seen nor carried out by this engine; empty for the common one
 */
public record EngineSetup(
        EventStore store,
        Optional<Path> home,
        Config config,
        int slots,
        Duration heartbeat,
        Duration polling,
        ProcessLimits limits,
        Map<String, String> environment,
        BiFunction<AgentSpec, Map<String, String>, Agent> agents,
        List<Consumer<Recorded>> listeners,
        Set<String> labels,
        AttemptListener attempts,
        String lane,
        Machine machine) {

    public EngineSetup {
        labels = Set.copyOf(labels);
        environment = Map.copyOf(environment);
        listeners = List.copyOf(listeners);
    }

    /**
     * Heartbeats are the store's, not the program's: whoever looks for dead workers judges all of them by its own. On
     * one machine they are short, so that interrupted steps come back at once.
     */
    public static EngineSetup embedded(EventStore store, Path home, Config config, Map<String, String> environment) {
        return new EngineSetup(
                store,
                Optional.of(home),
                config,
                4,
                store.flows().isShared() ? Duration.ofSeconds(10) : Duration.ofSeconds(2),
                Duration.ofMillis(500),
                ProcessLimits.STANDARD,
                environment,
                AgentFactory::agent,
                List.of(),
                Set.of(),
                AttemptListener.NOBODY,
                "",
                Machine.real());
    }

    /** Where processes are noted while they run, so that the next start finds what a killed program left. */
    public static Path processRecords() {
        return StateFolder.root().resolve("processes");
    }

    public EngineSetup slots(int most) {
        return new EngineSetup(
                store,
                home,
                config,
                most,
                heartbeat,
                polling,
                limits,
                environment,
                agents,
                listeners,
                labels,
                attempts,
                lane,
                machine);
    }

    public EngineSetup beating(Duration every, Duration pollingEvery) {
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                every,
                pollingEvery,
                limits,
                environment,
                agents,
                listeners,
                labels,
                attempts,
                lane,
                machine);
    }

    /** On another machine than this one, with agents of its own. */
    public EngineSetup on(Machine other, BiFunction<AgentSpec, Map<String, String>, Agent> itsAgents) {
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                heartbeat,
                polling,
                limits,
                environment,
                itsAgents,
                listeners,
                labels,
                attempts,
                lane,
                other);
    }

    public EngineSetup labels(Set<String> carried) {
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                heartbeat,
                polling,
                limits,
                environment,
                agents,
                listeners,
                carried,
                attempts,
                lane,
                machine);
    }

    public EngineSetup limits(ProcessLimits newLimits) {
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                heartbeat,
                polling,
                newLimits,
                environment,
                agents,
                listeners,
                labels,
                attempts,
                lane,
                machine);
    }

    public EngineSetup listener(Consumer<Recorded> another) {
        List<Consumer<Recorded>> more = new ArrayList<>(listeners);
        more.add(another);
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                heartbeat,
                polling,
                limits,
                environment,
                agents,
                more,
                labels,
                attempts,
                lane,
                machine);
    }

    /** An engine for runs that only this program carries out, whose verifiers somebody watches. */
    public EngineSetup alone(String newLane, AttemptListener watching) {
        return new EngineSetup(
                store,
                home,
                config,
                slots,
                heartbeat,
                polling,
                limits,
                environment,
                agents,
                listeners,
                labels,
                watching,
                newLane,
                machine);
    }
}
