package dev.mulligan.orchestrator.engine;

import dev.mulligan.event.Event;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One store, worker processes that come and go, and runs with a workspace each. */
final class ClusterScene implements AutoCloseable {

    final Path folder;
    final Path home;
    final EventStore store;
    final List<Process> workers = new ArrayList<>();
    private final String where;
    private final long heartbeat;
    private final int slots;
    private int started;

    ClusterScene(Path folder, String where, Duration heartbeat, int slots) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.home = Files.createDirectories(folder.resolve("home"));
        this.where = where;
        this.heartbeat = heartbeat.toMillis();
        this.slots = slots;
        this.store = EventStore.open(where);
    }

    Process worker() throws IOException {
        return worker(System.getenv("PATH"));
    }

    /** A worker whose clock is wrong by some seconds; an ordinary one where clocks cannot be shifted. */
    Process worker(int secondsAhead) throws IOException {
        Path shift = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
        if (secondsAhead == 0 || !Files.exists(shift)) {
            return worker();
        }
        return worker(
                System.getenv("PATH"),
                Map.of(
                        "LD_PRELOAD",
                        shift.toString(),
                        "FAKETIME",
                        (secondsAhead > 0 ? "+" : "") + secondsAhead + "s",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        "DONT_FAKE_MONOTONIC",
                        "1"));
    }

    /** A worker with a cache of its own, as on another machine. */
    Process machine(String name) throws IOException {
        return worker(
                System.getenv("PATH"),
                Map.of("XDG_CACHE_HOME", folder.resolve("cache-" + name).toString()));
    }

    Process worker(String programs) throws IOException {
        return worker(programs, Map.of());
    }

    private Process worker(String programs, Map<String, String> more) throws IOException {
        return worker(List.of(), where, programs, more);
    }

    /** A worker started by a program of its own choice, which sees the store under another address. */
    Process workerBehind(List<String> starter, String address) throws IOException {
        return worker(starter, address, System.getenv("PATH"), Map.of());
    }

    private Process worker(List<String> starter, String address, String programs, Map<String, String> more)
            throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterWorker.class.getName(),
                address,
                home.toString(),
                String.valueOf(heartbeat),
                String.valueOf(slots)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(++started).toFile());
        builder.environment().put("PATH", programs);
        builder.environment().putAll(more);
        Process process = builder.start();
        workers.add(process);
        int number = started;
        until(Duration.ofSeconds(60), () -> said(number).contains("ready ") || !process.isAlive());
        if (!process.isAlive() && !said(number).contains("ready ")) {
            throw new IOException("worker " + number + " ended before it was ready:\n" + said(number));
        }
        return process;
    }

    /** Java prints the calls of all threads when it gets this signal. */
    private static void showThreads(Process worker) {
        try {
            signal(worker, "QUIT");
            until(Duration.ofSeconds(1), () -> false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path log(int worker) {
        return folder.resolve("worker-" + worker + ".log");
    }

    private String said(int worker) {
        try {
            return Files.readString(log(worker));
        } catch (IOException e) {
            return "";
        }
    }

    /** A repository of its own with a plan of steps in a row; the agent is a shell script that may use {@code $S}. */
    Path run(String name, int steps, String script) throws IOException {
        return run(name, steps, script, false);
    }

    /** {@code travelling}: the files are in a repository beside it, and the workers share no folder. */
    Path run(String name, int steps, String script, boolean travelling) throws IOException {
        Path at = folder.resolve(name);
        try (Scene scene = new Scene(at)) {
            scene.file("notes.txt", "start\n").commit();
            String agent = scene.agent(
                    "coder",
                    "S=$(echo \"$PROMPT\" | sed -n 's/.*Write \\(s[0-9]*\\)\\..*/\\1/p' | head -n 1)\n"
                            // A worker that is killed while it writes the prompt leaves half of it, and an instant.
                            + "[ -n \"$S\" ] || exit 1\n"
                            + "OUT='" + scene.outside + "'\n"
                            + "echo \"$S $PPID\" >> \"$OUT/starts\"\n" + script
                            + "\necho $S >> notes.txt");
            StringBuilder plan = new StringBuilder("name: " + name + "\nagents: {" + agent + "}\n");
            if (travelling) {
                scene.git(
                        "clone",
                        "-q",
                        "--bare",
                        scene.root.toString(),
                        at.resolve("shared.git").toString());
                plan.append("workspace: {git: ../shared.git, ref: main}\n");
            }
            plan.append("steps:\n");
            for (int step = 1; step <= steps; step++) {
                plan.append("  - {id: s")
                        .append(step)
                        .append(", prompt: Write s")
                        .append(step);
                plan.append("., verify: 'grep -qx s").append(step).append(" notes.txt'");
                plan.append(step > 1 ? ", needs: [s" + (step - 1) + "]}\n" : "}\n");
            }
            Files.writeString(scene.outside.resolve("plan.yaml"), plan);
        }
        return at;
    }

    static void order(Process worker, Path run) throws IOException {
        worker.getOutputStream().write(("run " + run + "\n").getBytes(StandardCharsets.UTF_8));
        worker.getOutputStream().flush();
    }

    static void signal(Process worker, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(worker.pid()))
                .start()
                .waitFor();
    }

    /** Looks until it is so. */
    static boolean until(Duration most, BooleanSupplier so) {
        CountDownLatch never = new CountDownLatch(1);
        long deadline = System.nanoTime() + most.toNanos();
        try {
            while (!so.getAsBoolean()) {
                if (System.nanoTime() > deadline || never.await(50, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    List<FlowRow> runs() {
        return store.flows().newest(1_000);
    }

    <T extends Event> List<T> events(String runId, Class<T> type) {
        return store.events(runId, 0, 100_000).stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Processes that still work for a run. */
    static List<ProcessHandle> agents(String runId) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    try {
                        return Files.readString(
                                        Path.of("/proc", String.valueOf(process.pid()), "environ"),
                                        StandardCharsets.ISO_8859_1)
                                .contains("MULLIGAN_STEP=" + runId + "/");
                    } catch (IOException e) {
                        return false;
                    }
                })
                .toList();
    }

    /** For a failure's message: what the workers printed and do now, and what runs that are not over did last. */
    String said() {
        StringBuilder all = new StringBuilder();
        workers.stream().filter(Process::isAlive).forEach(ClusterScene::showThreads);
        for (FlowRow run : runs()) {
            if (!run.status().isOver()) {
                all.append(run.runId()).append(", at ").append(Instant.now()).append(":\n");
                List<Recorded> story = store.events(run.runId(), 0, 100_000);
                story.stream()
                        .skip(Math.max(0, story.size() - 25))
                        .forEach(recorded -> all.append(recorded.at())
                                .append(' ')
                                .append(recorded.event())
                                .append('\n'));
            }
        }
        for (int worker = 1; worker <= started; worker++) {
            all.append("worker ").append(worker).append(":\n").append(said(worker));
        }
        return all.toString();
    }

    @Override
    public void close() {
        for (Process worker : workers) {
            worker.destroyForcibly();
            worker.onExit().join();
        }
        store.close();
    }
}
