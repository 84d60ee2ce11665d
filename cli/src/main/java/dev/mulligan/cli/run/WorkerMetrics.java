package dev.mulligan.cli.run;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.sql.StoreException;
import java.util.List;
import java.util.function.Supplier;

/** A worker in numbers, in the text format of Prometheus. */
record WorkerMetrics(EventStore store, String worker, int slots) implements Supplier<String> {

    @Override
    public String get() {
        StringBuilder page = new StringBuilder();
        line(page, "mulligan_worker_slots", "steps it may carry out at the same time", slots);
        try {
            List<Flows.Held> held = store.flows().held();
            line(
                    page,
                    "mulligan_worker_steps",
                    "steps it holds now",
                    held.stream()
                            .filter(work -> work.worker().filter(worker::equals).isPresent())
                            .count());
            line(
                    page,
                    "mulligan_steps_waiting",
                    "steps of all runs that no worker holds",
                    held.stream().filter(work -> work.worker().isEmpty()).count());
            line(page, "mulligan_store_away", "1 while the store does not answer", 0);
        } catch (StoreException e) {
            line(page, "mulligan_store_away", "1 while the store does not answer", 1);
        }
        Runtime runtime = Runtime.getRuntime();
        line(page, "mulligan_heap_bytes", "memory in use", runtime.totalMemory() - runtime.freeMemory());
        return page.toString();
    }

    private static void line(StringBuilder page, String name, String help, long value) {
        page.append("# HELP ").append(name).append(' ').append(help).append('\n');
        page.append("# TYPE ").append(name).append(" gauge\n");
        page.append(name).append("{role=\"worker\"} ").append(value).append('\n');
    }
}
