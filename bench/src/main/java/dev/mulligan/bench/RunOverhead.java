package dev.mulligan.bench;

import dev.mulligan.config.Config;
import dev.mulligan.event.RunEvent.RunFinished;
import dev.mulligan.orchestrator.run.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.store.EventStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** What a step costs beyond its agent and its verifier: a chain of steps, beside the same processes by themselves. */
final class RunOverhead {

    private static final int STEPS = Integer.getInteger("mulligan.steps", 40);

    private static final int WARM_UP = 100;

    private RunOverhead() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("mulligan-overhead");
        for (String kind : List.of("plain folder", "git repository", "git, new files")) {
            Path root = Files.createDirectories(folder.resolve(kind.replaceAll("[ ,]+", "-")));
            Files.writeString(root.resolve("a.txt"), "a\n");
            if (kind.startsWith("git")) {
                sh(
                        root,
                        "git init -q . && git add -A && git -c user.name=b -c user.email=b@localhost commit -qm start");
            }
            String agent =
                    "cat > /dev/null; date +%N > n.txt" + (kind.endsWith("files") ? "; cp n.txt new-$$.txt" : "");
            run(root, WARM_UP, agent);
            double all = run(root, STEPS, agent);
            double bare = bare(root, agent);
            System.out.printf(
                    Locale.ROOT,
                    "run, %-15s %6.1f ms a step, %5.1f ms of it agent and verifier, overhead %5.1f ms%n",
                    kind + ":",
                    all,
                    bare,
                    all - bare);
        }
    }

    private static double run(Path root, int steps, String agent) throws Exception {
        StringBuilder plan = new StringBuilder(
                "name: chain\nlevel: L1\nagents: {coder: {command: [sh, -c, '" + agent + "']}}\nsteps:\n");
        for (int i = 0; i < steps; i++) {
            plan.append("  - {id: s").append(i).append(", prompt: Write, verify: 'test -s n.txt'");
            plan.append(i == 0 ? "}\n" : ", needs: [s" + (i - 1) + "]}\n");
        }
        CountDownLatch over = new CountDownLatch(1);
        Path home = root.resolve(".mulligan");
        try (EventStore store = EventStore.open(home.resolve("bench.db").toString());
                Engine engine =
                        Engine.start(EngineSetup.embedded(store, home, Config.EMPTY, new TreeMap<>(System.getenv()))
                                .listener(recorded -> {
                                    if (recorded.event() instanceof RunFinished) {
                                        over.countDown();
                                    }
                                }))) {
            long from = System.nanoTime();
            engine.start(new RunOrder("plan.yaml", plan.toString(), root, List.of(), List.of(), false));
            over.await();
            return (System.nanoTime() - from) / 1e6 / steps;
        }
    }

    private static double bare(Path root, String agent) throws Exception {
        long from = System.nanoTime();
        for (int i = 0; i < STEPS; i++) {
            sh(root, agent);
            sh(root, "test -s n.txt");
        }
        return (System.nanoTime() - from) / 1e6 / STEPS;
    }

    private static void sh(Path root, String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }
}
