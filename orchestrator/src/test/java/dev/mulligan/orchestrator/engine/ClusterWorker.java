package dev.mulligan.orchestrator.engine;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.store.EventStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/** A worker in a process of its own. Reads {@code run FOLDER} lines and works until its input ends. */
final class ClusterWorker {

    private ClusterWorker() {}

    public static void main(String[] arguments) throws Exception {
        try (EventStore store = EventStore.open(arguments[0])) {
            EngineSetup setup = EngineSetup.embedded(
                            store, Path.of(arguments[1]), Config.EMPTY, new TreeMap<>(System.getenv()))
                    .slots(Integer.parseInt(arguments[3]))
                    .beating(Duration.ofMillis(Long.parseLong(arguments[2])), Duration.ofMillis(100))
                    .limits(new ProcessLimits(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMillis(200)));
            try (Engine engine = Engine.start(setup);
                    BufferedReader orders =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                System.out.println("ready " + engine.name() + " at " + Instant.now());
                for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                    Path folder = Path.of(order.substring("run ".length()));
                    String plan = Files.readString(folder.resolve("outside/plan.yaml"));
                    engine.start(
                            new RunOrder("plan.yaml", plan, folder.resolve("project"), List.of(), List.of(), false));
                }
            }
        }
    }
}
