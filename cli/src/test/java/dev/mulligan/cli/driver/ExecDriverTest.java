package dev.mulligan.cli.driver;

import dev.mulligan.cli.Cli;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import dev.mulligan.text.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The agent of {@code mulligan exec}, with the policy in the project's configuration. */
class ExecDriverTest extends PlanDriver {

    @Override
    String plan(String script, Map<String, Object> policy) {
        throw new IllegalStateException("exec writes its own plan");
    }

    @Override
    boolean isAbout(String operation) {
        return operation.contains("/repair-1");
    }

    @Override
    Ran run(List<Act> acts, Map<String, Object> policy) throws Exception {
        Path place = place();
        Path work = Files.createDirectories(place.resolve("work"));
        Files.writeString(work.resolve("work.txt"), "start\n");
        Path config = config(place);
        Map<String, Object> rest = new LinkedHashMap<>(policy);
        Object tries = rest.remove("maxAttempts");
        Files.writeString(config, Files.readString(config) + "policy: " + Json.write(rest) + "\n");
        String[] arguments = {
            "exec",
            "--config",
            config.toString(),
            "--quiet",
            "--workspace",
            work.toString(),
            "--operation",
            "custom",
            "--max-attempts",
            String.valueOf(tries),
            "--model",
            LADDER.getFirst(),
            "--agent",
            "sh " + script(place, acts, good()),
            "--",
            "grep",
            "-q",
            "done",
            "work.txt"
        };
        Cli.run(arguments);
        List<Recorded> events = new ArrayList<>();
        try (Stream<Path> traces = Files.walk(work.resolve(".mulligan/runs"))) {
            for (Path trace :
                    traces.filter(path -> path.endsWith("trace.jsonl")).toList()) {
                events.addAll(TraceReader.all(trace));
            }
        }
        return new Ran(calls(place), about(events));
    }
}
