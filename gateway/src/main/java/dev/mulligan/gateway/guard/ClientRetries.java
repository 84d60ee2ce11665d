package dev.mulligan.gateway.guard;

import dev.mulligan.Episode;
import dev.mulligan.Time;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.Reply;
import dev.mulligan.share.Note;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers requests that failed, so that a client's own retries are charged to the same episode instead of starting
 * another, also when they reach another gateway of the fleet. Forgets after a while, and as soon as the upstream has
 * answered somebody.
 */
public final class ClientRetries {

    private static final int MOST = 5_000;
    /** Longer than any client known keeps on trying. */
    private static final Duration EXHAUSTED = Duration.ofMinutes(5);
    /** Long enough for a client's burst, short enough for a person who has mended the cause. */
    private static final Duration REFUSED = Duration.ofSeconds(30);

    /**
     * How a request ended.
     *
     * @param laneSuccesses of its lane at that time
     */
    private record Kept(EndedRequest ended, long laneSuccesses, long until) {}

    /** What a recognised repetition gets: the final answer, or the episode to go on with. */
    public record Recalled(Optional<Reply> reply, Episode episode, int repeats) {}

    private static final String REQUEST = "request";
    private static final String AGAIN = "again";
    private static final String ALIVE = "alive";
    private static final String FORGET = "";

    private final Time time;
    private final Fleet fleet;
    private final UpstreamScopes lanes;
    private final Map<String, Kept> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    public ClientRetries(Time time, Fleet fleet, UpstreamScopes lanes) {
        this.time = time;
        this.fleet = fleet;
        this.lanes = lanes;
        fleet.listen(REQUEST, this::endedElsewhere);
        fleet.listen(AGAIN, this::askedAgainElsewhere);
        fleet.listen(ALIVE, heard -> forgetLane(heard.note().subject()));
        fleet.lookOut(this::lookAtLanes);
    }

    public synchronized Optional<Recalled> recall(ClientRequest clientRequest, UpstreamScope lane) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        String key = key(clientRequest);
        Kept entry = entries.get(key);
        if (entry == null || (entry.ended().exact() && entry.ended().exactHash() != clientRequest.exactHash())) {
            return Optional.empty();
        }
        if (time.nanos() - entry.until() > 0 || hasAnsweredSince(entry, lane)) {
            entries.remove(key);
            return Optional.empty();
        }
        EndedRequest again = entry.ended().repeated(entry.ended().repeats() + 1);
        entries.put(key, new Kept(again, entry.laneSuccesses(), entry.until()));
        fleet.tell(new Note(AGAIN, key, Integer.toString(again.repeats()), REFUSED));
        return Optional.of(new Recalled(again.reply(), again.episode(), again.repeats()));
    }

    /** What was refused for its own sake stays refused, whoever else is answered. */
    private static boolean hasAnsweredSince(Kept entry, UpstreamScope lane) {
        return !entry.ended().exact() && lane.successes() > entry.laneSuccesses();
    }

    /** Another attempt is not worth it: whoever asks the same again gets the same answer. */
    public void gaveUp(ClientRequest clientRequest, UpstreamScope lane, Reply reply, Episode episode, boolean passing) {
        remember(clientRequest, lane, Optional.of(reply), episode, !passing, passing ? EXHAUSTED : REFUSED);
    }

    /** The client left in the middle: should it come back, its attempts are not counted anew. */
    public void interrupted(ClientRequest clientRequest, UpstreamScope lane, Episode episode) {
        boolean comesBack = clientRequest.hasNamedSession() || clientRequest.clientRetryCount() > 0;
        if (comesBack && !episode.isEmpty()) {
            remember(clientRequest, lane, Optional.empty(), episode, false, EXHAUSTED);
        }
    }

    private synchronized void remember(
            ClientRequest clientRequest,
            UpstreamScope lane,
            Optional<Reply> reply,
            Episode episode,
            boolean exact,
            Duration howLong) {
        String key = key(clientRequest);
        Kept before = entries.get(key);
        EndedRequest ended = new EndedRequest(
                clientRequest.exactHash(),
                exact,
                reply,
                episode,
                lane.scope(),
                before == null ? 0 : before.ended().repeats());
        long until = time.nanos() + howLong.toNanos();
        entries.put(key, new Kept(ended, lane.successes(), until));
        tell(key, ended, until);
    }

    public synchronized void succeeded(ClientRequest clientRequest) {
        if (!entries.isEmpty() && entries.remove(key(clientRequest)) != null) {
            fleet.tell(new Note(REQUEST, key(clientRequest), FORGET, REFUSED));
        }
    }

    private void tell(String key, EndedRequest ended, long until) {
        if (!fleet.isAlone()) {
            ended.text()
                    .ifPresent(
                            text -> fleet.tell(new Note(REQUEST, key, text, Duration.ofNanos(until - time.nanos()))));
        }
    }

    private synchronized void endedElsewhere(Note.Heard heard) {
        String key = heard.note().subject();
        if (heard.note().body().equals(FORGET)) {
            entries.remove(key);
            return;
        }
        EndedRequest ended = EndedRequest.parse(heard.note().body());
        long successes = lanes.ofScope(ended.lane()).successes();
        entries.put(
                key,
                new Kept(ended, successes, time.nanos() + heard.note().lasts().toNanos()));
    }

    private synchronized void askedAgainElsewhere(Note.Heard heard) {
        int repeats = Integer.parseInt(heard.note().body());
        entries.computeIfPresent(
                heard.note().subject(),
                (key, kept) -> new Kept(kept.ended().repeated(repeats), kept.laneSuccesses(), kept.until()));
    }

    /** An upstream that answers again is news for the gateways that remember failures of it. */
    private synchronized void lookAtLanes() {
        if (entries.isEmpty()) {
            return;
        }
        Set<String> answering = new HashSet<>();
        entries.values().removeIf(entry -> {
            boolean stale = hasAnsweredSince(entry, lanes.ofScope(entry.ended().lane()));
            if (stale) {
                answering.add(entry.ended().lane());
            }
            return stale;
        });
        answering.forEach(lane -> fleet.tell(new Note(ALIVE, lane, "", REFUSED)));
    }

    private synchronized void forgetLane(String scope) {
        entries.values()
                .removeIf(
                        entry -> !entry.ended().exact() && entry.ended().lane().equals(scope));
    }

    private static String key(ClientRequest clientRequest) {
        return clientRequest.session() + ' ' + clientRequest.route().upstream() + ' ' + clientRequest.looseHash();
    }
}
