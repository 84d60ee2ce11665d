package dev.mulligan.cli.driver;

import dev.mulligan.config.Config;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Drivers whose operation is an agent of a plan: a shell script that counts its calls. */
abstract class PlanDriver extends DriverContract {

    private int runs;

    /** A new place for one run. */
    Path place() throws IOException {
        return Files.createDirectories(folder.resolve("run-" + ++runs));
    }

    /** Acts in turn; {@code good} is what a good attempt does. */
    static String script(Path place, List<Act> acts, String good) throws IOException {
        StringBuilder cases = new StringBuilder();
        for (int i = 0; i < acts.size(); i++) {
            String pattern = i == acts.size() - 1 ? "*" : String.valueOf(i + 1);
            cases.append(pattern).append(") ").append(shell(acts.get(i), good)).append(" ;;\n");
        }
        Path file = place.resolve("agent.sh");
        Path count = place.resolve("count");
        Files.writeString(
                file,
                "cat > /dev/null\nn=$(cat '" + count + "' 2>/dev/null || echo 0); n=$((n + 1)); echo $n > '" + count
                        + ".new'; mv '" + count + ".new' '" + count + "'\ncase $n in\n" + cases + "esac\n");
        return file.toString();
    }

    private static String shell(Act act, String good) {
        return switch (act) {
            case GOOD -> good;
            case OVERLOADED -> api(529, "overloaded_error", "");
            case OVERLOADED_FOR_A_SECOND -> api(529, "overloaded_error", " (retry-after: 1)");
            case HANGS -> "sleep 30";
            case DENIED -> api(401, "authentication_error", "");
        };
    }

    private static String api(int status, String type, String more) {
        return "echo 'API Error: " + status + " {\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\""
                + type + "\"}}" + more + "' >&2; exit 1";
    }

    static int calls(Path place) throws IOException {
        Path count = place.resolve("count");
        return Files.exists(count) ? Integer.parseInt(Files.readString(count).strip()) : 0;
    }

    static Path config(Path place) throws IOException {
        return Files.writeString(
                place.resolve("mulligan.yaml"), "ladder: [" + String.join(", ", LADDER) + "]\nconfirm: never\n");
    }

    /** The plan's text, with agents that run {@code script}. */
    abstract String plan(String script, Map<String, Object> policy);

    /** Whether an event is about the operation in question. */
    abstract boolean isAbout(String operation);

    /** What a good attempt of the scripted agent does. */
    String good() {
        return "echo done > work.txt";
    }

    static JsonObject agent(String script) {
        return Json.object("command", List.of("sh", script), "model", LADDER.getFirst());
    }

    @Override
    Ran run(List<Act> acts, Map<String, Object> policy) throws Exception {
        Path place = place();
        Path work = Files.createDirectories(place.resolve("work"));
        Files.writeString(work.resolve("work.txt"), "start\n");
        Config config = ConfigFiles.load(config(place));
        CountDownLatch over = new CountDownLatch(1);
        try (EventStore store = EventStore.open(place.resolve("store.db").toString());
                Engine engine = Engine.start(
                        EngineSetup.embedded(store, place.resolve("home"), config, new TreeMap<>(System.getenv()))
                                .beating(Duration.ofMillis(500), Duration.ofMillis(50))
                                .listener(recorded -> {
                                    if (recorded.event() instanceof RunFinished) {
                                        over.countDown();
                                    }
                                }))) {
            String text = plan(script(place, acts, good()), policy);
            String runId = engine.start(new RunOrder("plan", text, work, List.of(), List.of(), false));
            over.await(90, TimeUnit.SECONDS);
            return new Ran(calls(place), about(store.events(runId, 0, 10_000)));
        }
    }

    List<RetryEvent> about(List<Recorded> events) {
        return events.stream()
                .map(Recorded::event)
                .filter(RetryEvent.class::isInstance)
                .map(RetryEvent.class::cast)
                .filter(event -> isAbout(event.operationId()))
                .collect(Collectors.toList());
    }
}
