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
 * @param labels that steps may wish for
 * @param lane runs of another lane are neither seen nor carried out by this engine; empty for the common one
 */
public record EngineSetup(
        EventStore store,
        Optional<Path> home,
        Config config,
        Pace pace,
        Programs programs,
        Watchers watchers,
        Set<String> labels,
        String lane) {

    /**
     * How much, how often.
     *
     * @param slots steps carried out at the same time
     * @param heartbeat a worker unheard of for four of these is dead
     */
    public record Pace(int slots, Duration heartbeat, Duration polling) {}

    /**
     * What agents and verifiers run on.
     *
     * @param environment of verifiers, and the source of what agents may see
     * @param machine time, chance, processes and threads
     */
    public record Programs(
            ProcessLimits limits,
            Map<String, String> environment,
            BiFunction<AgentSpec, Map<String, String>, Agent> agents,
            Machine machine) {

        public Programs {
            environment = Map.copyOf(environment);
        }
    }

    /**
     * Who is told.
     *
     * @param events hear every event of this engine once it is stored
     * @param attempts follows what this engine carries out
     */
    public record Watchers(List<Consumer<Recorded>> events, AttemptListener attempts) {

        public Watchers {
            events = List.copyOf(events);
        }
    }

    public EngineSetup {
        labels = Set.copyOf(labels);
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
                new Pace(
                        4,
                        store.flows().isShared() ? Duration.ofSeconds(10) : Duration.ofSeconds(2),
                        Duration.ofMillis(500)),
                new Programs(ProcessLimits.STANDARD, environment, AgentFactory::agent, Machine.real()),
                new Watchers(List.of(), AttemptListener.NOBODY),
                Set.of(),
                "");
    }

    /** Where processes are noted while they run, so that the next start finds what a killed program left. */
    public static Path processRecords() {
        return StateFolder.root().resolve("processes");
    }

    public EngineSetup slots(int most) {
        return with(new Pace(most, pace.heartbeat(), pace.polling()));
    }

    public EngineSetup beating(Duration every, Duration pollingEvery) {
        return with(new Pace(pace.slots(), every, pollingEvery));
    }

    /** On another machine than this one, with agents of its own. */
    public EngineSetup on(Machine other, BiFunction<AgentSpec, Map<String, String>, Agent> itsAgents) {
        return with(new Programs(programs.limits(), programs.environment(), itsAgents, other));
    }

    public EngineSetup labels(Set<String> carried) {
        return new EngineSetup(store, home, config, pace, programs, watchers, carried, lane);
    }

    public EngineSetup limits(ProcessLimits newLimits) {
        return with(new Programs(newLimits, programs.environment(), programs.agents(), programs.machine()));
    }

    public EngineSetup listener(Consumer<Recorded> another) {
        List<Consumer<Recorded>> more = new ArrayList<>(watchers.events());
        more.add(another);
        return with(new Watchers(more, watchers.attempts()));
    }

    /** An engine for runs that only this program carries out, whose verifiers somebody watches. */
    public EngineSetup alone(String newLane, AttemptListener watching) {
        Watchers both = new Watchers(watchers.events(), watching);
        return new EngineSetup(store, home, config, pace, programs, both, labels, newLane);
    }

    private EngineSetup with(Pace changed) {
        return new EngineSetup(store, home, config, changed, programs, watchers, labels, lane);
    }

    private EngineSetup with(Programs changed) {
        return new EngineSetup(store, home, config, pace, changed, watchers, labels, lane);
    }

    private EngineSetup with(Watchers changed) {
        return new EngineSetup(store, home, config, pace, programs, changed, labels, lane);
    }
}
