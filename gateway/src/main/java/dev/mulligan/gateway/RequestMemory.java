package dev.mulligan.gateway;

import dev.mulligan.Episode;
import dev.mulligan.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers requests that failed, so that a client's own retries are charged to the same episode instead of starting
 * another. Forgets after a while, and as soon as the upstream has answered somebody.
 */
final class RequestMemory {

    private static final int MOST = 5_000;
    /** Longer than any client known keeps on trying. */
    private static final Duration EXHAUSTED = Duration.ofMinutes(5);
    /** Long enough for a client's burst, short enough for a person who has mended the cause. */
    private static final Duration REFUSED = Duration.ofSeconds(30);

    /**
     * How a request ended.
     *
     * @param exact only the very same bytes count as the same request
     * @param laneSuccesses of the lane at that time
     */
    private record Ended(
            long exactHash,
            boolean exact,
            Optional<Reply> reply,
            Episode episode,
            long laneSuccesses,
            long until,
            int repeats) {}

    /** What a recognised repetition gets: the final answer, or the episode to go on with. */
    record Recalled(Optional<Reply> reply, Episode episode, int repeats) {}

    private final Time time;
    private final Map<String, Ended> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Ended> eldest) {
            return size() > MOST;
        }
    };

    RequestMemory(Time time) {
        this.time = time;
    }

    synchronized Optional<Recalled> recall(Asked asked, Lane lane) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        String key = key(asked);
        Ended entry = entries.get(key);
        if (entry == null || (entry.exact() && entry.exactHash() != asked.exactHash())) {
            return Optional.empty();
        }
        boolean stale =
                time.nanos() - entry.until() > 0 || (!entry.exact() && lane.successes() > entry.laneSuccesses());
        if (stale) {
            entries.remove(key);
            return Optional.empty();
        }
        entries.put(
                key,
                new Ended(
                        entry.exactHash(),
                        entry.exact(),
                        entry.reply(),
                        entry.episode(),
                        entry.laneSuccesses(),
                        entry.until(),
                        entry.repeats() + 1));
        return Optional.of(new Recalled(entry.reply(), entry.episode(), entry.repeats() + 1));
    }

    /** Another attempt is not worth it: whoever asks the same again gets the same answer. */
    void gaveUp(Asked asked, Lane lane, Reply reply, Episode episode, boolean passing) {
        remember(asked, lane, Optional.of(reply), episode, !passing, passing ? EXHAUSTED : REFUSED);
    }

    /** The client left in the middle: should it come back, its attempts are not counted anew. */
    void interrupted(Asked asked, Lane lane, Episode episode) {
        boolean comesBack = asked.hasNamedSession() || asked.clientRetryCount() > 0;
        if (comesBack && !episode.isEmpty()) {
            remember(asked, lane, Optional.empty(), episode, false, EXHAUSTED);
        }
    }

    private synchronized void remember(
            Asked asked, Lane lane, Optional<Reply> reply, Episode episode, boolean exact, Duration howLong) {
        Ended before = entries.get(key(asked));
        entries.put(
                key(asked),
                new Ended(
                        asked.exactHash(),
                        exact,
                        reply,
                        episode,
                        lane.successes(),
                        time.nanos() + howLong.toNanos(),
                        before == null ? 0 : before.repeats()));
    }

    synchronized void succeeded(Asked asked) {
        if (!entries.isEmpty()) {
            entries.remove(key(asked));
        }
    }

    private static String key(Asked asked) {
        return asked.session() + ' ' + asked.route().upstream() + ' ' + asked.looseHash();
    }
}
