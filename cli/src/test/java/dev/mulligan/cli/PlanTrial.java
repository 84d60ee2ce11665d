package dev.mulligan.cli;

import dev.mulligan.config.Config;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.RunEvent;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A plan of two steps, carried out by one real client: the first needs a repair, and in the second the provider is
 * overloaded once. A program of its own, since all of it runs in a network namespace that has nothing but loopback: {@code PlanTrial CLIENT PROGRAM FOLDER}.
 * Prints one line of JSON.
 */
final class PlanTrial {

    private PlanTrial() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[2]);
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve("README.md"), "Two files are missing here.\n");
        Files.writeString(
                project.resolve("check.sh"),
                "grep -q 'first of' first.txt || { echo 'FAIL: " + PlanReplies.COMPLAINT + "'; exit 1; }\n");
        for (String git : List.of("init -q -b main", "add -A", "commit -q -m start")) {
            git(project, git);
        }
        PlanClient client = PlanClient.valueOf(args[0]);
        Script overloadedOnce =
                Script.of(List.of(new Script.Entry(new Fault.Status(529, Map.of()), 1, "/v1/", "second.txt")));
        try (ProviderSimulator provider = ProviderSimulator.start(overloadedOnce, new PlanReplies());
                EventStore store = EventStore.open(folder.resolve("store.db").toString())) {
            Path home = Files.createDirectories(folder.resolve("home"));
            List<Event> events = run(store, project, plan(client, args[1]), client.environment(home, provider.url()));
            System.out.println(Json.write(Json.object(
                    "events",
                    events.stream()
                            .filter(event -> !(event instanceof AgentChunk))
                            .map(event -> event.type() + " " + event)
                            .toList(),
                    "requests",
                    provider.requests().stream()
                            .filter(request -> request.target().startsWith("/v1/"))
                            .map(request -> request.fault() + " " + client.session(request))
                            .toList())));
        }
        System.exit(0);
    }

    private static String plan(PlanClient client, String program) {
        return """
                name: two files
                agents:
                  coder: {kind: %s, command: ['%s'], permissions: everything}
                steps:
                  - id: first
                    prompt: Write first.txt.
                    verify: sh check.sh
                  - id: second
                    needs: [first]
                    prompt: Write second.txt.
                    verify: sh check.sh && grep -q 'the second' second.txt
                    policy: {backoff: fixed, base: 100ms, maxAttempts: 3}
                """.formatted(client.name().toLowerCase(Locale.ROOT), program);
    }

    private static List<Event> run(EventStore store, Path project, String plan, Map<String, String> environment)
            throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        EngineSetup setup = EngineSetup.embedded(store, project.resolve(".mulligan"), Config.EMPTY, environment)
                .listener(recorded -> {
                    if (recorded.event() instanceof RunEvent.RunFinished
                            || recorded.event() instanceof RunEvent.RunStopped) {
                        over.countDown();
                    }
                });
        try (Engine engine = Engine.start(setup)) {
            String runId = engine.start(new RunOrder("plan.yaml", plan, project, List.of(), List.of(), false));
            if (!over.await(4, TimeUnit.MINUTES)) {
                System.err.println("the run did not end within four minutes");
            }
            return store.events(runId, 0, 100_000).stream().map(Recorded::event).toList();
        }
    }

    private static void git(Path project, String arguments) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("sh", "-c", "git -c user.name=Test -c user.email=test@localhost " + arguments)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("git " + arguments + " ended with " + exit);
        }
    }
}
