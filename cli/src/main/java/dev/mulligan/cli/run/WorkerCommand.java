package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StopSignal;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.store.EventStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan worker}. */
@picocli.CommandLine.Command(
        name = "worker",
        description = "Carries out steps of any run in a shared store, until it is told to stop.",
        footer = {
            "",
            "Any number of workers may share a store. One that dies is noticed by its missing heartbeats; another takes",
            "its steps over, and what it had done of them does not count. SIGTERM ends the agents and lets go at once.",
            "The workspaces of the runs must be reachable under the same path.",
            "",
            "Examples:",
            "  mulligan worker --store postgres://mulligan@db/mulligan --slots 8",
            "  mulligan worker --labels gpu,java            takes steps with labels: [gpu] first",
            "  mulligan worker                              beside `mulligan run`, on the same machine"
        })
public final class WorkerCommand extends Command {

    @Mixin
    RunPlace place = new RunPlace();

    @Option(
            names = "--heartbeat",
            paramLabel = "SECONDS",
            description = "Dead after four missed ones (default: 2 embedded, 10 on PostgreSQL).")
    int heartbeat;

    @Option(
            names = "--labels",
            split = ",",
            paramLabel = "NAME",
            description = "What this machine is good for, such as gpu,java: steps that wish for it come here first.")
    Set<String> labels = new LinkedHashSet<>();

    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            description = "Show /metrics for Prometheus on this port of 127.0.0.1; 0 takes a free one.")
    @Nullable
    Integer metricsPort;

    private final StopSignal stop = new StopSignal(Duration.ofMinutes(1));

    @Override
    public Integer call() throws InterruptedException {
        stop.listen();
        try (EventStore store = place.open(environment())) {
            int seconds = heartbeat > 0 ? heartbeat : store.flows().isShared() ? 10 : 2;
            EngineSetup setup = place.setup(store, config(), environment())
                    .beating(Duration.ofSeconds(seconds), Duration.ofMillis(500))
                    .labels(labels);
            try (Engine engine = Engine.start(setup);
                    MetricsPage metrics = metrics(new WorkerMetrics(store, engine.name(), place.slots))) {
                if (metrics != null) {
                    screen().line("mulligan: metrics on http://127.0.0.1:" + metrics.port() + "/metrics");
                }
                screen().line("mulligan: worker " + engine.name() + " with " + place.slots + " slots on "
                        + store.name());
                screen().flush();
                stop.await();
            }
        } finally {
            stop.ended();
        }
        return ExitCode.OK;
    }

    private @Nullable MetricsPage metrics(WorkerMetrics numbers) {
        return metricsPort == null ? null : MetricsPage.open("127.0.0.1", metricsPort, numbers);
    }
}
