package dev.mulligan.orchestrator.engine;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that dies, without a word, right after the n-th event it stored; 0 lets it live. Resumes what is there. */
final class CrashRun {

    private CrashRun() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        String where = arguments[1];
        int deadly = Integer.parseInt(arguments[2]);
        AtomicInteger stored = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        try (EventStore store = EventStore.open(where)) {
            EngineSetup setup = EngineSetup.embedded(
                            store, root.resolve(".mulligan"), Config.EMPTY, new TreeMap<>(System.getenv()))
                    .beating(Duration.ofMillis(500), Duration.ofMillis(50))
                    .limits(new ProcessLimits(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofMillis(200)))
                    .listener(recorded -> {
                        if (stored.incrementAndGet() == deadly) {
                            Runtime.getRuntime().halt(137);
                        }
                        if (recorded.event() instanceof RunEvent.RunFinished) {
                            over.countDown();
                        }
                    });
            try (Engine engine = Engine.start(setup)) {
                if (store.flows().newest(1).isEmpty()) {
                    String plan = Files.readString(root.resolve("../outside/plan.yaml"));
                    engine.start(new RunOrder("plan.yaml", plan, root, List.of(), List.of(), false));
                } else if (store.flows().newest(1).getFirst().status() == RunStatus.PASSED) {
                    return;
                } else {
                    engine.resume(store.flows().newest(1).getFirst().runId(), "test");
                }
                if (!over.await(60, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the run did not end");
                }
            }
        }
    }
}
