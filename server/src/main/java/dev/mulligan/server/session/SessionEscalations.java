package dev.mulligan.server.session;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which model a session uses instead of the one its client asks for: what people decided here, or on another server with
 * the same store, also before this one was started. The store is the only way in, so that all servers agree.
 */
public final class SessionEscalations {

    private static final int MOST_SESSIONS = 20_000;

    private final EventStore store;
    private final Map<String, Map<String, String>> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, String>> eldest) {
            return size() > MOST_SESSIONS;
        }
    };
    private long seen;
    private boolean begun;

    private SessionEscalations(EventStore store) {
        this.store = store;
    }

    /** What was decided before; when the store is away, it counts as soon as it is back. */
    public static SessionEscalations load(EventStore store) {
        SessionEscalations escalations = new SessionEscalations(store);
        try {
            escalations.begin();
        } catch (StoreException e) {
            if (!e.isAway()) {
                throw e;
            }
        }
        return escalations;
    }

    private synchronized void begin() {
        long now = store.position();
        store.sessions()
                .modelChanges(MOST_SESSIONS)
                .forEach(change -> apply(change.session(), change.from(), change.to()));
        seen = now;
        begun = true;
    }

    /** Takes in what was decided since the last look. */
    public synchronized void catchUp() {
        if (!begun) {
            begin();
            return;
        }
        long last = store.position();
        if (last == seen) {
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
    public Optional<String> of(String session, String askedModel) {
        synchronized (sessions) {
            return Optional.ofNullable(sessions.getOrDefault(session, Map.of()).get(askedModel));
        }
    }
}
