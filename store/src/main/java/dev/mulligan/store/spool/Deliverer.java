package dev.mulligan.store.spool;

import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands events to the store. One that the store refuses for its own sake must not hold up all others. */
final class Deliverer {

    private static final Logger log = LoggerFactory.getLogger(SpoolingWriter.class);
    private static final int MOST_AT_ONCE = 4096;

    private final EventTarget target;
    private final AtomicLong stored = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    Deliverer(EventTarget target) {
        this.target = target;
    }

    long stored() {
        return stored.get();
    }

    long refused() {
        return refused.get();
    }

    /** Returns when all are stored or refused; fails when the store is away. */
    void deliver(List<Recorded> events) {
        for (int from = 0; from < events.size(); from += MOST_AT_ONCE) {
            chunk(new ArrayList<>(events.subList(from, Math.min(events.size(), from + MOST_AT_ONCE))));
        }
    }

    private void chunk(List<Recorded> events) {
        try {
            target.store(events);
            stored.addAndGet(events.size());
        } catch (StoreException e) {
            if (!e.isAboutTheData()) {
                throw e;
            }
            if (events.size() > 1) {
                events.forEach(event -> chunk(List.of(event)));
            } else {
                refused.incrementAndGet();
                log.warn("The store refuses an event: {}", e.getMessage());
            }
        }
    }
}
