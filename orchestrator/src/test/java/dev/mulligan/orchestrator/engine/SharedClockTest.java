package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The time that workers agree on, while the store answers late or not at all. */
class SharedClockTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private long nanos = 1_000;
    private Supplier<Instant> store = this::truth;

    private Instant truth() {
        return START.plusNanos(nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void anAnswerThatCameLateDoesNotMakeTimeJump() {
        SharedClock clock = new SharedClock(() -> store.get(), () -> nanos);
        store = () -> {
            pass(Duration.ofSeconds(8));
            return truth();
        };
        clock.ask();
        assertThat(clock.instant()).isEqualTo(truth());
    }

    @Test
    void aClockThatIsOffFollowsTheStore() {
        SharedClock clock = new SharedClock(() -> store.get(), () -> nanos);
        store = () -> truth().plusSeconds(30);
        clock.ask();
        assertThat(clock.instant()).isEqualTo(truth().plusSeconds(30));
    }

    @Test
    void aStoreThatIsAwayChangesNothing() {
        SharedClock clock = new SharedClock(() -> store.get(), () -> nanos);
        store = () -> {
            throw new StoreException("away", "wait", new IllegalStateException());
        };
        pass(Duration.ofMinutes(5));
        clock.ask();
        assertThat(clock.instant()).isEqualTo(truth());
    }
}
