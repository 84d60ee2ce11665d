package dev.mulligan.bench;

import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.store.EventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** What a step costs beyond its agent and its verifier: a chain of steps, beside the same processes by themselves. */
final class RunOverhead {

    private static final int STEPS = Integer.getInteger("mulligan.steps", 40);

    private static final int ROUNDS = Integer.getInteger("mulligan.rounds", 5);

    private static final int WARM_UP = Integer.getInteger("mulligan.warmup", 100);

    /** A workspace and what its agent does. */
    private record Kind(String name, Path root, String agent) {

        static Kind of(Path folder, String name) throws Exception {
            Path root = Files.createDirectories(folder.resolve(name.replaceAll("[ ,]+", "-")));
            Files.writeString(root.resolve("a.txt"), "a\n");
            if (name.startsWith("git")) {
                sh(
                        root,
                        "git init -q . && git add -A && git -c user.name=b -c user.email=b@localhost commit -qm start");
            }
            String more = name.endsWith("files") ? "; cp n.txt new-$$.txt" : "";
            return new Kind(name, root, "cat > /dev/null; date +%N > n.txt" + more);
        }
    }

    private RunOverhead() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("mulligan-overhead");
        List<Kind> kinds = List.of(
                Kind.of(folder, "git repository"), Kind.of(folder, "plain folder"), Kind.of(folder, "git, new files"));
        // All of them before any is measured, and then in turns: what the program has learnt by then helps each alike.
        for (Kind kind : kinds) {
            run(kind, WARM_UP);
        }
        double[][] all = new double[kinds.size()][ROUNDS];
        double[][] bare = new double[kinds.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < kinds.size(); i++) {
                sh(kinds.get(i).root(), "rm -f new-*");
                all[i][round] = run(kinds.get(i), STEPS);
                bare[i][round] = bare(kinds.get(i));
            }
        }
        sh(folder, "rm -rf '" + folder + "'");
        for (int i = 0; i < kinds.size(); i++) {
            System.out.printf(
                    Locale.ROOT,
                    "run, %-15s %6.1f ms a step, %5.1f ms of it agent and verifier, overhead %5.1f ms%n",
                    kinds.get(i).name() + ":",
                    median(all[i]),
                    median(bare[i]),
                    median(all[i]) - median(bare[i]));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double run(Kind kind, int steps) throws Exception {
        StringBuilder plan = new StringBuilder(
                "name: chain\nlevel: L1\nagents: {coder: {command: [sh, -c, '" + kind.agent() + "']}}\nsteps:\n");
        for (int i = 0; i < steps; i++) {
            plan.append("  - {id: s").append(i).append(", prompt: Write, verify: 'test -s n.txt'");
            plan.append(i == 0 ? "}\n" : ", needs: [s" + (i - 1) + "]}\n");
        }
        CountDownLatch over = new CountDownLatch(1);
        Path home = kind.root().resolve(".mulligan");
        try (EventStore store = EventStore.open(home.resolve("bench.db").toString());
                Engine engine =
                        Engine.start(EngineSetup.embedded(store, home, Config.EMPTY, new TreeMap<>(System.getenv()))
                                .listener(recorded -> {
                                    if (recorded.event() instanceof RunFinished) {
                                        over.countDown();
                                    }
                                }))) {
            long from = System.nanoTime();
            engine.start(new RunOrder("plan.yaml", plan.toString(), kind.root(), List.of(), List.of(), false));
            over.await();
            return (System.nanoTime() - from) / 1e6 / steps;
        }
    }

    private static double bare(Kind kind) throws Exception {
        long from = System.nanoTime();
        for (int i = 0; i < STEPS; i++) {
            sh(kind.root(), kind.agent());
            sh(kind.root(), "test -s n.txt");
        }
        return (System.nanoTime() - from) / 1e6 / STEPS;
    }

    private static void sh(Path root, String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }
}
