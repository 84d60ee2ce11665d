package dev.mulligan.cli;

import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Two gateways, two workers, PostgreSQL and a provider that fails in 30 % of all calls, for as long as is wished, under
 * clients, runs, {@code kill -9}, SIGSTOP and restarts of the database; at the end one report of what was used and
 * what is missing. {@code FleetSoak FOLDER SECONDS SEED}; ends with 1 when something is missing or was done twice.
 *
 * <p>The first gateway and the first worker are frozen now and then and never killed, so that what they use over time shows.
 */
final class FleetSoak {

    private static final int CLIENTS = 8;
    private static final long CLIENTS_PAUSE_MILLIS = 150;
    private static final Duration RUN_EVERY = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path folder;
    private final Random random;
    private final FleetPostgres database;
    private final List<SoakProgram> gateways;
    private final List<SoakProgram> workers;
    private final SoakProgram provider;
    private final SoakRuns runs;
    private final Map<String, Integer> faults = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Integer> ports = new HashMap<>();

    private FleetSoak(Path folder, long seed) throws Exception {
        this.folder = folder;
        this.random = new Random(seed);
        this.database = FleetPostgres.start(folder);
        int asked = ServeProcess.freePort();
        this.provider = SoakProgram.start(
                folder,
                database.address(),
                "provider",
                List.of("simulate", "provider", "--port", "" + asked, "--faults", "30%", "--seed", "" + seed));
        this.gateways = List.of(gateway("gateway-1", asked), gateway("gateway-2", asked));
        this.workers = List.of(worker("worker-1"), worker("worker-2"));
        this.runs = new SoakRuns(folder, database.address());
    }

    private SoakProgram gateway(String name, int provider) throws IOException {
        ports.put(name, ServeProcess.freePort());
        return SoakProgram.start(
                folder,
                database.address(),
                name,
                List.of(
                        "serve",
                        "--port",
                        "" + ports.get(name),
                        "--turn-buffering",
                        "--upstream",
                        "anthropic=http://127.0.0.1:" + provider));
    }

    private SoakProgram worker(String name) throws IOException {
        return SoakProgram.start(
                folder, database.address(), name, List.of("worker", "--slots", "2", "--heartbeat", "2"));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0])).toAbsolutePath();
        long seconds = Long.parseLong(args[1]);
        long seed = Long.parseLong(args[2]);
        System.out.println("soak: " + seconds + " s, seed " + seed);
        System.exit(new FleetSoak(folder, seed).soak(Duration.ofSeconds(seconds)) ? 0 : 1);
    }

    private boolean soak(Duration length) throws Exception {
        for (SoakProgram gateway : gateways) {
            AgentClient client = new AgentClient(url(gateway));
            Eventually.holds(gateway.name() + " answers", () -> isReady(client));
        }
        SoakClients clients = new SoakClients(gateways.stream().map(this::url).toList(), CLIENTS, CLIENTS_PAUSE_MILLIS);
        try {
            disturb(length);
        } finally {
            clients.end();
        }
        boolean over = settle();
        try (EventStore store = EventStore.open(database.address())) {
            report(clients, store, over);
        }
        for (SoakProgram program : programs()) {
            expect(program.end(), program.name() + " did not end by itself after SIGTERM");
        }
        database.close();
        System.out.println(wrong.isEmpty() ? "nothing is missing, nothing was done twice" : "WRONG:");
        wrong.forEach(line -> System.out.println("  " + line));
        return wrong.isEmpty();
    }

    private static boolean isReady(AgentClient client) throws InterruptedException {
        try {
            return client.get("/healthz").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private String url(SoakProgram gateway) {
        return "http://127.0.0.1:" + ports.get(gateway.name());
    }

    private List<SoakProgram> programs() {
        List<SoakProgram> all = new ArrayList<>(gateways);
        all.addAll(workers);
        all.add(provider);
        return all;
    }

    private void disturb(Duration length) throws Exception {
        long begun = System.nanoTime();
        long run = begun;
        long look = begun;
        long fault = begun + Duration.ofSeconds(15).toNanos();
        while (System.nanoTime() - begun < length.toNanos()) {
            Thread.sleep(200);
            long now = System.nanoTime();
            if (now >= run) {
                runs.begin();
                run = now + RUN_EVERY.toNanos();
            }
            if (now >= look) {
                look(Duration.ofNanos(now - begun));
                look = now + LOOK_EVERY.toNanos();
            }
            if (now >= fault) {
                fault();
                fault = System.nanoTime()
                        + Duration.ofMillis(5_000 + random.nextInt(10_000)).toNanos();
            }
        }
        look(length);
    }

    private void fault() throws Exception {
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                count("gateway killed");
                gateways.getLast().killAndStartAgain();
            }
            case 2, 3 -> {
                count("worker killed");
                workers.getLast().killAndStartAgain();
            }
            case 4 -> {
                count("gateway frozen");
                freeze(gateways.get(random.nextInt(2)), 1_000 + random.nextInt(4_000));
            }
            case 5, 6 -> {
                count("worker frozen");
                freeze(workers.get(random.nextInt(2)), 2_000 + random.nextInt(12_000));
            }
            default -> {
                if (random.nextBoolean()) {
                    count("database restarted");
                    database.stop();
                    Thread.sleep(random.nextInt(5_000));
                    database.startAgain();
                } else {
                    count("database frozen");
                    database.freeze(true);
                    Thread.sleep(500 + random.nextInt(3_000));
                    database.freeze(false);
                }
            }
        }
    }

    private void count(String fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    private static void freeze(SoakProgram program, long millis) throws Exception {
        program.freeze(true);
        Thread.sleep(millis);
        program.freeze(false);
    }

    private void look(Duration since) {
        StringBuilder line = new StringBuilder("%5d s".formatted(since.toSeconds()));
        for (SoakProgram program : programs()) {
            program.look()
                    .ifPresent(used -> line.append("  %s %d MB, %d files".formatted(program.name(), used[0], used[1])));
            expect(program.isAlive(), program.name() + " ended by itself after " + since.toSeconds() + " s");
        }
        System.out.println(line);
    }

    /** Nobody disturbs any more: what is open must end. */
    private boolean settle() throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        try (EventStore store = EventStore.open(database.address())) {
            while (System.nanoTime() < until) {
                boolean over = store.flows().newest(100_000).stream()
                        .allMatch(run -> run.status().isOver());
                if (over && spooled() == 0) {
                    return true;
                }
                Thread.sleep(500);
            }
        }
        return false;
    }

    private double spooled() throws Exception {
        double events = 0;
        for (SoakProgram gateway : gateways) {
            events += new AgentClient(url(gateway))
                    .get("/metrics")
                    .body()
                    .lines()
                    .filter(line ->
                            line.startsWith("mulligan_spool_events") || line.startsWith("mulligan_spool_waiting"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
        return events;
    }

    private void report(SoakClients clients, EventStore store, boolean over) throws IOException {
        System.out.println("faults: " + faults);
        programs().forEach(program -> System.out.println(program.most()));
        for (SoakProgram program : programs()) {
            program.stacks().forEach(line -> wrong.add(program.name() + " printed " + line.strip()));
        }
        expect(
                over,
                "runs or spooled events were still open " + PATIENCE.toMinutes() + " minutes after the last fault");
        reportRuns(store);
        reportRequests(clients, store);
    }

    private void reportRuns(EventStore store) throws IOException {
        List<FlowRow> all = store.flows().newest(100_000);
        Set<Path> folders = new HashSet<>();
        for (FlowRow run : all) {
            Path base = RunOrder.of(run.plan(), run.options()).base();
            folders.add(base);
            expect(run.status() == RunStatus.PASSED, run.runId() + " is " + run.status());
            List<Recorded> events = store.events(run.runId(), 0, 1_000_000);
            long finished = events.stream()
                    .filter(event -> event.event() instanceof StepFinished)
                    .count();
            expect(finished == SoakRuns.STEPS, run.runId() + " finished " + finished + " steps");
            List<Long> numbers = events.stream().map(Recorded::seq).toList();
            expect(
                    numbers.equals(
                            LongStream.rangeClosed(1, events.size()).boxed().toList()),
                    run.runId() + " has events " + numbers);
            List<Long> traced = TraceReader.all(base.resolve(".mulligan/runs/" + run.runId() + "/trace.jsonl")).stream()
                    .map(Recorded::seq)
                    .toList();
            expect(traced.equals(numbers), run.runId() + ": trace " + traced + ", store " + numbers);
        }
        runs.wrongFiles(folders).forEach(wrong::add);
        System.out.printf("runs: %d begun, %d on record, each of %d steps%n", runs.begun(), all.size(), SoakRuns.STEPS);
    }

    /**
     * A gateway stores how a request ended within a tenth of a second; {@code kill -9} in between costs these ends, and
     * an answer that broke off is asked for again. So ends may be missing or too many by what was open at a kill.
     */
    private void reportRequests(SoakClients clients, EventStore store) {
        Map<String, Integer> stored = new HashMap<>();
        Set<String> ids = new HashSet<>();
        int twice = 0;
        for (List<Positioned> page = store.since(0, 5000);
                !page.isEmpty();
                page = store.since(page.getLast().position(), 5000)) {
            for (Positioned at : page) {
                if (at.recorded().event() instanceof ProviderRequestFinished end) {
                    twice += ids.add(end.requestId()) ? 0 : 1;
                    if (end.success()) {
                        stored.merge(end.session().orElse(""), 1, Integer::sum);
                    }
                }
            }
        }
        int good = clients.good().values().stream().mapToInt(Integer::intValue).sum();
        int missing = clients.good().entrySet().stream()
                .mapToInt(session -> Math.max(0, session.getValue() - stored.getOrDefault(session.getKey(), 0)))
                .sum();
        int kills = faults.getOrDefault("gateway killed", 0);
        System.out.printf(
                "requests: %d sent, %d answered, %d sent again by their clients, %d without an answer%n",
                clients.sent(), good, clients.again(), clients.bad().size());
        System.out.printf(
                "ends in the store: %d, %d stored twice, %d good answers without one (%d kills)%n",
                ids.size(), twice, missing, kills);
        expect(twice == 0, twice + " ends are stored twice");
        expect(missing <= kills * CLIENTS, missing + " good answers are not in the store");
        clients.bad().stream().limit(5).forEach(line -> wrong.add("no answer: " + line));
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds && wrong.size() < 50) {
            wrong.add(otherwise);
        }
    }
}
