package dev.mulligan.simulator.script;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Which fault comes when: first what is written, one entry a request; after that nothing, or a seeded mix.
 * Thread-safe; requests are served in the order they arrive.
 */
public final class Script {

    /**
     * The next {@code times} requests whose path and body contain these texts get this fault.
     *
     * @param times {@link #FOREVER} for always
     */
    public record Entry(Fault fault, int times, String path, String body) {
        public static final int FOREVER = Integer.MAX_VALUE;

        public static Entry of(Fault fault, int times) {
            return new Entry(fault, times, "", "");
        }
    }

    private final List<Entry> entries;
    private final int[] left;
    private final List<Fault> mix;
    private final double share;
    private final SplittableRandom random;
    private final Regime regime;
    private final Map<String, Regime> accounts;
    private final Dialect dialect;

    private Script(List<Entry> entries, List<Fault> mix, double share, long seed, Conditions conditions) {
        this(entries, mix, share, seed, conditions, Map.of(), Dialect.PLAIN);
    }

    private Script(
            List<Entry> entries,
            List<Fault> mix,
            double share,
            long seed,
            Conditions conditions,
            Map<String, Conditions> accounts,
            Dialect dialect) {
        this.entries = List.copyOf(entries);
        this.left = entries.stream().mapToInt(Entry::times).toArray();
        this.mix = List.copyOf(mix);
        this.share = share;
        // Random starts almost alike with small seeds: the first request never failed.
        this.random = new SplittableRandom(seed);
        this.regime = new Regime(conditions, seed);
        this.accounts = accounts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, account -> new Regime(account.getValue(), seed)));
        this.dialect = dialect;
    }

    public static Script healthy() {
        return new Script(List.of(), List.of(), 0, 0, Conditions.NONE);
    }

    public static Script of(List<Entry> entries) {
        return new Script(entries, List.of(), 0, 0, Conditions.NONE);
    }

    /** These faults, one after the other, then health. */
    public static Script of(Fault... faults) {
        List<Entry> entries = new ArrayList<>();
        for (Fault fault : faults) {
            entries.add(Entry.of(fault, 1));
        }
        return of(entries);
    }

    public static Script always(Fault fault) {
        return of(List.of(Entry.of(fault, Entry.FOREVER)));
    }

    /** This share of requests gets one of these faults, by chance; the same seed gives the same story. */
    public static Script mix(List<Fault> faults, double share, long seed) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is from 0 to 1, not " + share);
        }
        return new Script(List.of(), faults, faults.isEmpty() ? 0 : share, seed, Conditions.NONE);
    }

    /** These entries and then this mix, under these conditions. */
    public static Script under(Conditions conditions, List<Entry> entries, List<Fault> mix, double share, long seed) {
        return new Script(entries, mix, mix.isEmpty() ? 0 : share, seed, conditions);
    }

    /** The same with conditions for single keys, and errors as another provider writes them. */
    public static Script under(
            Conditions conditions,
            Map<String, Conditions> accounts,
            Dialect dialect,
            List<Entry> entries,
            List<Fault> mix,
            double share,
            long seed) {
        return new Script(entries, mix, mix.isEmpty() ? 0 : share, seed, conditions, accounts, dialect);
    }

    /** What holds for requests with this key: its own conditions, or those of everybody. */
    public Regime regime(String key) {
        return accounts.getOrDefault(key, regime);
    }

    public Dialect dialect() {
        return dialect;
    }

    public Fault next(String path, String body, String key, Instant now) {
        return regime(key).strike(path, now).orElseGet(() -> ofItsOwn(path, body));
    }

    private synchronized Fault ofItsOwn(String path, String body) {
        for (int i = 0; i < left.length; i++) {
            Entry entry = entries.get(i);
            if (left[i] > 0 && path.contains(entry.path()) && body.contains(entry.body())) {
                left[i] = left[i] == Entry.FOREVER ? Entry.FOREVER : left[i] - 1;
                return entry.fault();
            }
        }
        return random.nextDouble() < share ? mix.get(random.nextInt(mix.size())) : new Fault.None();
    }
}
