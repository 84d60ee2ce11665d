package dev.mulligan.store.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SpoolingWriterTest {

    private static final SpoolSettings QUICK =
            new SpoolSettings(64 << 20, 100_000, Duration.ofMillis(200), Duration.ofMillis(10));

    @TempDir
    Path folder;

    /** A store that can be told to be away, and keeps the order in which it first saw events. */
    private static final class Shelf implements EventTarget {
        private final List<Long> seen = new ArrayList<>();
        private volatile boolean away;
        private volatile long hates = -1;

        @Override
        public synchronized void store(List<Recorded> events) {
            if (away) {
                throw failure("08006");
            }
            if (events.stream().anyMatch(event -> event.seq() == hates)) {
                throw failure("22021");
            }
            events.stream()
                    .map(Recorded::seq)
                    .filter(seq -> !seen.contains(seq))
                    .forEach(seen::add);
        }

        private static StoreException failure(String state) {
            return new StoreException("no", "wait", new SQLException("no", state));
        }

        synchronized List<Long> seen() {
            return List.copyOf(seen);
        }
    }

    private static Recorded event(long seq) {
        return new Recorded(
                "gateway-1",
                seq,
                Instant.EPOCH.plusSeconds(seq),
                new ProviderRequestStarted("r" + seq, "anthropic", "m", "p", Optional.of("s"), false));
    }

    private SpoolingWriter writer(EventTarget target, String name, SpoolSettings settings) throws IOException {
        return SpoolingWriter.open(target, folder, name, EventJson.standard(), settings);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void nothingTouchesTheDiskWhileTheStoreTakesEvents() throws Exception {
        Shelf shelf = new Shelf();
        try (SpoolingWriter writer = writer(shelf, "a", QUICK)) {
            upTo(500).forEach(n -> writer.write(event(n)));
            await(() -> shelf.seen().size() == 500);
            assertThat(segments()).isEmpty();
            assertThat(writer.state().away()).isFalse();
        }
        assertThat(shelf.seen()).isEqualTo(upTo(500));
    }

    @Test
    void whatComesDuringAnOutageIsDeliveredInOrderAfterwards() throws Exception {
        Shelf shelf = new Shelf();
        try (SpoolingWriter writer = writer(shelf, "a", QUICK)) {
            upTo(100).forEach(n -> writer.write(event(n)));
            await(() -> shelf.seen().size() == 100);
            shelf.away = true;
            LongStream.rangeClosed(101, 3000).forEach(n -> writer.write(event(n)));
            await(() -> writer.state().events() == 2900);
            assertThat(writer.state().away()).isTrue();
            shelf.away = false;
            LongStream.rangeClosed(3001, 4000).forEach(n -> writer.write(event(n)));
            await(() -> shelf.seen().size() == 4000);
            await(() -> writer.state().events() == 0);
            assertThat(writer.state().dropped()).isZero();
        }
        assertThat(shelf.seen()).isEqualTo(upTo(4000));
        assertThat(segments()).isEmpty();
    }

    @Test
    void storeThatHangsDoesNotKeepEventsFromTheDisk() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        Shelf shelf = new Shelf();
        EventTarget slow = events -> {
            try {
                hanging.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            shelf.store(events);
        };
        try (SpoolingWriter writer = writer(slow, "a", QUICK)) {
            upTo(50).forEach(n -> writer.write(event(n)));
            await(() -> writer.state().events() == 50);
            hanging.countDown();
            await(() -> shelf.seen().size() == 50 && writer.state().events() == 0);
        }
        assertThat(shelf.seen()).isEqualTo(upTo(50));
    }

    @Test
    void nextStartDeliversWhatTheLastOneCouldNot() throws Exception {
        Shelf shelf = new Shelf();
        shelf.away = true;
        try (SpoolingWriter writer = writer(shelf, "first", QUICK)) {
            upTo(300).forEach(n -> writer.write(event(n)));
        }
        assertThat(segments()).isNotEmpty();
        // As a killed process leaves it: the last line was not finished.
        Files.writeString(segments().getLast(), "{\"type\":\"Provid", StandardOpenOption.APPEND);
        shelf.away = false;
        try (SpoolingWriter writer = writer(shelf, "second", QUICK)) {
            await(() -> shelf.seen().size() == 300 && writer.state().events() == 0);
        }
        assertThat(shelf.seen()).isEqualTo(upTo(300));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void spoolOfALivingNeighbourIsLeftAlone() throws Exception {
        Shelf shelf = new Shelf();
        shelf.away = true;
        Shelf other = new Shelf();
        try (SpoolingWriter writer = writer(shelf, "first", QUICK)) {
            upTo(30).forEach(n -> writer.write(event(n)));
            await(() -> writer.state().events() == 30);
            try (SpoolingWriter neighbour = writer(other, "second", QUICK)) {
                neighbour.write(event(77));
                await(() -> !other.seen().isEmpty());
            }
            assertThat(other.seen()).containsExactly(77L);
            assertThat(writer.state().events()).isEqualTo(30);
        }
    }

    @Test
    void fullSpoolCountsWhatItDropsAndKeepsTheOldest() throws Exception {
        Shelf shelf = new Shelf();
        shelf.away = true;
        try (SpoolingWriter writer = writer(shelf, "a", QUICK.mostBytes(20_000))) {
            upTo(1000).forEach(n -> writer.write(event(n)));
            await(() -> writer.state().waitingInMemory() == 0
                    && writer.state().events() + writer.state().dropped() == 1000);
            SpoolState full = writer.state();
            assertThat(full.bytes()).isLessThanOrEqualTo(20_000);
            assertThat(full.dropped()).isPositive();
            shelf.away = false;
            await(() -> writer.state().events() == 0);
            assertThat(shelf.seen()).isEqualTo(upTo(1000 - full.dropped()));
        }
    }

    @Test
    void eventTheStoreRefusesDoesNotHoldUpTheOthers() throws Exception {
        Shelf shelf = new Shelf();
        shelf.hates = 40;
        try (SpoolingWriter writer = writer(shelf, "a", QUICK)) {
            upTo(60).forEach(n -> writer.write(event(n)));
            await(() -> shelf.seen().size() == 59);
            assertThat(shelf.seen()).doesNotContain(40L).contains(60L);
            assertThat(writer.state().dropped()).isEqualTo(1);
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aStoreThatIsBackIsSaidToBeBackAlsoWhenNothingFittedOnTheDisk() throws Exception {
        Shelf shelf = new Shelf();
        try (SpoolingWriter writer = writer(shelf, "a", QUICK.mostBytes(0))) {
            shelf.away = true;
            writer.write(event(1));
            await(() -> writer.state().away());
            shelf.away = false;
            writer.write(event(2));
            await(() -> !writer.state().away());
            assertThat(shelf.seen()).containsExactly(2L);
            assertThat(writer.state().dropped()).isEqualTo(1);
        }
    }
}
