package dev.mulligan.gateway;

import dev.mulligan.share.Note;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which models sessions were moved to, wherever in the fleet that happened; also of sessions not seen here yet. */
final class SharedModels {

    private static final String MODEL = "model";
    private static final int MOST = 10_000;
    /** Longer than a conversation. */
    private static final Duration LASTS = Duration.ofDays(7);

    /** What to do with a session that is known here. */
    interface Listener {
        void moved(String session, String fromModel, String toModel);
    }

    private final Fleet fleet;
    private final Map<String, Map<String, String>> moves = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, String>> eldest) {
            return size() > MOST;
        }
    };

    SharedModels(Fleet fleet, Listener listener) {
        this.fleet = fleet;
        fleet.listen(MODEL, heard -> {
            JsonObject said = Json.parseObject(heard.note().body());
            String session = said.text("session", "");
            String from = said.text("from", "");
            String to = said.text("to", "");
            remember(session, from, to);
            listener.moved(session, from, to);
        });
    }

    void tell(String session, String from, String to) {
        fleet.tell(new Note(
                MODEL,
                session + ' ' + from,
                Json.write(Json.object("session", session, "from", from, "to", to)),
                LASTS));
    }

    private synchronized void remember(String session, String from, String to) {
        moves.computeIfAbsent(session, fresh -> new LinkedHashMap<>()).put(from, to);
    }

    /** What is known of a session that appears here for the first time. */
    synchronized Map<String, String> of(String session) {
        return moves.isEmpty() ? Map.of() : Map.copyOf(moves.getOrDefault(session, Map.of()));
    }
}
