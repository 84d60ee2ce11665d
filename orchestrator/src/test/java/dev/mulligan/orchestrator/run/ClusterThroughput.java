package dev.mulligan.orchestrator.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How much faster two workers are than one, on runs of five steps of 100 ms. Not a test: {@code RUNS SLOTS [STORE]}, with
 * SQLite when no store is named. Prints finished steps a second for one, two and again one worker.
 */
final class ClusterThroughput {

    private ClusterThroughput() {}

    private static final int STEPS = 5;

    public static void main(String[] arguments) throws IOException {
        int runs = Integer.parseInt(arguments[0]);
        int slots = Integer.parseInt(arguments[1]);
        Path folder = Files.createTempDirectory("cluster");
        String where = arguments.length > 2
                ? arguments[2]
                : folder.resolve("shared.db").toString();
        try (ClusterScene scene = new ClusterScene(folder, where, Duration.ofSeconds(2), slots)) {
            double before = rate(scene, "first", runs, List.of(scene.worker()));
            Process other = scene.worker();
            double two = rate(scene, "two", runs * 2, scene.workers);
            other.destroyForcibly();
            other.onExit().join();
            double after = rate(scene, "last", runs, scene.workers.subList(0, 1));
            System.out.printf(
                    Locale.ROOT,
                    "steps: one worker %.2f/s, two %.2f/s, one %.2f/s: ratio %.2f%n",
                    before,
                    two,
                    after,
                    two / ((before + after) / 2));
        }
    }

    private static double rate(ClusterScene scene, String name, int runs, List<Process> workers) throws IOException {
        List<Path> prepared = new java.util.ArrayList<>();
        for (int run = 0; run < runs; run++) {
            prepared.add(scene.run(name + run, STEPS, "sleep 0.1"));
        }
        long done = passed(scene);
        long from = System.nanoTime();
        for (int run = 0; run < runs; run++) {
            ClusterScene.order(workers.get(run % workers.size()), prepared.get(run));
        }
        ClusterScene.until(Duration.ofMinutes(5), () -> passed(scene) == done + runs);
        return runs * STEPS * 1e9 / (System.nanoTime() - from);
    }

    private static long passed(ClusterScene scene) {
        return scene.runs().stream()
                .filter(run -> run.status().equals("passed"))
                .count();
    }
}
