package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.store.run.Flows;
import dev.mulligan.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who of the workers that share a store holds what. A worker that holds nothing leaves no sign there. */
record ClusterStatus(String store, List<Flows.Held> held) {

    private Map<String, List<String>> workers() {
        Map<String, List<String>> workers = new TreeMap<>();
        held.forEach(work -> work.worker()
                .ifPresent(worker ->
                        workers.computeIfAbsent(worker, _ -> new ArrayList<>()).add(work.work())));
        return workers;
    }

    private long waiting() {
        return held.stream().filter(work -> work.worker().isEmpty()).count();
    }

    void print(Screen screen, boolean json) {
        if (json) {
            screen.line(Json.write(Json.object(
                    "store",
                    store,
                    "workers",
                    workers().entrySet().stream()
                            .map(worker -> Json.object(
                                    "name",
                                    worker.getKey(),
                                    "holds",
                                    worker.getValue().size(),
                                    "work",
                                    worker.getValue()))
                            .toList(),
                    "waiting",
                    waiting())));
            return;
        }
        if (workers().isEmpty()) {
            screen.line("No worker holds anything in " + store + ".");
        }
        workers().forEach((worker, work) -> {
            screen.line(screen.bold(worker) + "  " + work.size() + (work.size() == 1 ? " step" : " steps"));
            work.forEach(step -> screen.line("  " + screen.cyan(step)));
        });
        screen.line(screen.dim(waiting() + " waiting for a worker or for their time"));
    }
}
