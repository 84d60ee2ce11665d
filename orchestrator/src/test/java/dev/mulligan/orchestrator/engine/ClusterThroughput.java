package dev.mulligan.orchestrator.engine;

import dev.mulligan.store.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How much faster two workers are than one, on runs of twenty steps of 100 ms. Not a test: {@code RUNS SLOTS [STORE]}, with
 * SQLite when no store is named. Prints finished steps a second for one, two and again one worker.
 */
final class ClusterThroughput {

    private ClusterThroughput() {}

    private static final int STEPS = 20;

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
            prepared.add(run(scene.folder.resolve(name + run)));
        }
        long done = passed(scene);
        long from = System.nanoTime();
        for (int run = 0; run < runs; run++) {
            ClusterScene.order(workers.get(run % workers.size()), prepared.get(run));
        }
        ClusterScene.until(Duration.ofMinutes(5), () -> passed(scene) == done + runs);
        return runs * STEPS * 1e9 / (System.nanoTime() - from);
    }

    /** An agent that does next to nothing for 100 ms: what counts is the workers, not a script's many programs. */
    private static Path run(Path at) throws IOException {
        try (Scene scene = new Scene(at)) {
            scene.file("n.txt", "0\n").commit();
            StringBuilder plan = new StringBuilder("name: steps\nagents: {coder: {command: [sh, -c, "
                    + "'cat > /dev/null; sleep 0.1; date +%N > n.txt']}}\nsteps:\n");
            for (int step = 1; step <= STEPS; step++) {
                plan.append("  - {id: s").append(step).append(", prompt: Write, verify: 'test -s n.txt'");
                plan.append(step == 1 ? "}\n" : ", needs: [s" + (step - 1) + "]}\n");
            }
            Files.writeString(scene.outside.resolve("plan.yaml"), plan);
        }
        return at;
    }

    private static long passed(ClusterScene scene) {
        return scene.runs().stream()
                .filter(run -> run.status() == RunStatus.PASSED)
                .count();
    }
}
