package dev.mulligan.server;

import dev.mulligan.EscalationReason;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which model a session uses instead of the one its client asks for: what people decided here, or on another server with
 * the same store, also before this one was started. The store is the only way in, so that all servers agree.
 */
final class Escalations {

    private static final Logger log = LoggerFactory.getLogger(Escalations.class);
    private static final int MOST_SESSIONS = 20_000;
    private static final long NEVER = -1;

    private final EventStore store;
    private final Map<String, Map<String, String>> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, String>> eldest) {
            return size() > MOST_SESSIONS;
        }
    };
    private long seen = NEVER;

    private Escalations(EventStore store) {
        this.store = store;
    }

    static Escalations load(EventStore store) {
        Escalations escalations = new Escalations(store);
        try {
            escalations.catchUp();
        } catch (StoreException e) {
            if (!e.isAway()) {
                throw e;
            }
            log.warn("Sessions escalated earlier are so again when the store is back: {}", e.getMessage());
        }
        return escalations;
    }

    /** Takes in what was decided since the last look; at the first look, all of it. */
    synchronized void catchUp() {
        long last = store.position();
        if (last == seen) {
            return;
        }
        if (seen == NEVER) {
            store.sessions()
                    .modelChanges(MOST_SESSIONS)
                    .forEach(change -> apply(change.session(), change.from(), change.to()));
            seen = last;
            return;
        }
        for (Recorded recorded : store.between(seen, last, List.of(ModelEscalated.class.getSimpleName()))) {
            if (recorded.event() instanceof ModelEscalated change && change.reason() == EscalationReason.MANUAL) {
                apply(change.operationId(), change.fromModel(), change.toModel());
            }
        }
        seen = last;
    }

    /** A second step goes on from where the first one led, whatever the client still asks for. */
    private void apply(String session, String from, String to) {
        synchronized (sessions) {
            Map<String, String> models = new HashMap<>(sessions.getOrDefault(session, Map.of()));
            boolean goesOn = models.containsValue(from);
            models.replaceAll((asked, used) -> used.equals(from) ? to : used);
            if (!goesOn) {
                models.put(from, to);
            }
            sessions.put(session, Map.copyOf(models));
        }
    }

    /** Never waits for the store: it is asked for each request. */
    Optional<String> of(String session, String askedModel) {
        synchronized (sessions) {
            return Optional.ofNullable(sessions.getOrDefault(session, Map.of()).get(askedModel));
        }
    }
}
