package dev.mulligan.orchestrator.engine;

import dev.mulligan.store.EventStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Seeds, one after the other, on one store in memory. {@code main} is for the shell: how many seeds, the first one, the
 * planted bug; a single seed prints its story, more of them share the processors.
 */
final class Simulation implements AutoCloseable {

    /** A seed that broke a rule, and its story. */
    record Failed(long seed, String wrong, List<String> story) {
        @Override
        public String toString() {
            return "seed " + seed + ": " + wrong + "\n" + String.join("\n", story);
        }
    }

    private static final long PROGRESS = 1_000;

    private final Path folder;
    private final Path database;
    private final EventStore store;
    private final Connection cleaner;
    private final String deletes;

    private Simulation(Path folder) throws SQLException {
        this.folder = folder;
        this.database = folder.resolve("store.db");
        this.store = EventStore.open(database.toString());
        this.cleaner = DriverManager.getConnection("jdbc:sqlite:" + database);
        this.deletes =
                tables().stream().map(table -> "delete from " + table + ";").collect(Collectors.joining());
    }

    static Simulation open() throws IOException, SQLException {
        Path memory = Path.of("/dev/shm");
        return new Simulation(
                Files.isWritable(memory)
                        ? Files.createTempDirectory(memory, "mulligan-simulation-")
                        : Files.createTempDirectory("mulligan-simulation-"));
    }

    /** The story of a seed, right or wrong. */
    Failed tell(long seed, PlantedBug bug) throws IOException, SQLException {
        empty();
        Path home = Files.createDirectories(folder.resolve("home"));
        SimulatedWorld world = new SimulatedWorld(store, home, seed, bug);
        String wrong = world.run().orElse("");
        return new Failed(seed, wrong, world.story());
    }

    /** The first of these seeds that breaks a rule; as many at a time as there are processors, each with its store. */
    static Optional<Failed> first(long from, long seeds, PlantedBug bug) throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        AtomicLong end = new AtomicLong(from + seeds);
        SortedMap<Long, Failed> failed = new ConcurrentSkipListMap<>();
        Queue<Throwable> broken = new ConcurrentLinkedQueue<>();
        Runnable work = () -> {
            try (Simulation simulation = open()) {
                for (long seed = next.getAndIncrement(); seed < end.get(); seed = next.getAndIncrement()) {
                    Failed told = simulation.tell(seed, bug);
                    if (!told.wrong().isEmpty()) {
                        failed.put(seed, told);
                        end.accumulateAndGet(seed, Math::min);
                    }
                    if (seed % PROGRESS == 0) {
                        System.err.println("seed " + seed);
                    }
                }
            } catch (IOException | SQLException | RuntimeException | Error e) {
                broken.add(e);
                end.set(0);
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = Runtime.getRuntime().availableProcessors(); i > 0; i--) {
            // Virtual, as those of the workers are: handing over to them takes no help of the system then.
            threads.add(Thread.startVirtualThread(work));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!broken.isEmpty()) {
            throw new IllegalStateException("the simulation itself failed", broken.peek());
        }
        return failed.values().stream().findFirst();
    }

    /** Every seed starts with an empty store and an empty folder. */
    private void empty() throws IOException, SQLException {
        try (Statement statement = cleaner.createStatement()) {
            statement.executeUpdate("begin immediate;" + deletes + "commit;");
        }
        delete(folder.resolve("home"));
    }

    private List<String> tables() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = cleaner.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            // Rows that the schema itself starts with stay.
            for (String name : List.copyOf(names)) {
                try (ResultSet any = statement.executeQuery("select 1 from " + name + " limit 1")) {
                    if (any.next()) {
                        names.remove(name);
                    }
                }
            }
        }
        return names;
    }

    private static void delete(Path path) throws IOException {
        if (Files.notExists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            all.sorted(Comparator.reverseOrder()).forEach(one -> {
                try {
                    Files.delete(one);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        cleaner.close();
        store.close();
        delete(folder);
    }

    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        long seeds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000;
        long from = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        PlantedBug bug = arguments.length > 2 ? PlantedBug.valueOf(arguments[2]) : PlantedBug.NONE;
        long start = System.nanoTime();
        if (seeds == 1) {
            try (Simulation simulation = open()) {
                System.out.println(simulation.tell(from, bug));
                simulation.store.events("sim-" + from, 0, 100_000).forEach(System.out::println);
            }
            return;
        }
        Optional<Failed> failed = first(from, seeds, bug);
        double seconds = (System.nanoTime() - start) / 1e9;
        failed.ifPresentOrElse(
                System.out::println,
                () -> System.out.printf(
                        "%d seeds from %d without a violation, %.0f s, %.0f seeds/s%n",
                        seeds, from, seconds, seeds / seconds));
        System.exit(failed.isPresent() ? 1 : 0);
    }
}
