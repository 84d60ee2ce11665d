package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Time;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.wire.ClientKind;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.record.share.Note;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
    /** A client that keeps coming back outlives an outage only if somebody looks whether it is over. */
    private static final Duration PROBE_EVERY = Duration.ofSeconds(30);
    /** So long after a stream broke the next request of its session is held until its answer is whole. */
    private static final Duration HELD_AFTER_BREAK = Duration.ofMinutes(5);

    /**
     * How a request ended.
     *
     * @param scopeSuccesses of its scope at that time
     * @param waitUntil the end of the wait that was stated
     * @param probeAt when a repetition may call the upstream once, to see whether it is back
     */
    private record Kept(
            EndedRequest ended, long scopeSuccesses, long until, OptionalLong waitUntil, OptionalLong probeAt) {
        Kept with(EndedRequest changed, OptionalLong nextProbe) {
            return new Kept(changed, scopeSuccesses, until, waitUntil, nextProbe);
        }
    }

    /**
     * What a recognised repetition gets: the final answer, or the episode to go on with.
     *
     * @param probe whether it may call the upstream once, and no more
     */
    public record Recalled(Optional<ClientReply> reply, Episode episode, int repeats, boolean probe) {}

    private static final String REQUEST = "request";
    private static final String AGAIN = "again";
    private static final String ALIVE = "alive";
    private static final String FORGET = "";

    private final Time time;
    private final Fleet fleet;
    private final UpstreamScopes scopes;
    private final Map<String, Kept> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    private final Map<String, Long> broken = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    public ClientRetries(Time time, Fleet fleet, UpstreamScopes scopes) {
        this.time = time;
        this.fleet = fleet;
        this.scopes = scopes;
        fleet.listen(REQUEST, this::endedElsewhere);
        fleet.listen(AGAIN, this::askedAgainElsewhere);
        fleet.listen(ALIVE, heard -> forgetScope(heard.note().subject()));
        fleet.lookOut(this::lookAtScopes);
    }

    public synchronized Optional<Recalled> recall(ClientRequest clientRequest, UpstreamScope scope) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        String key = key(clientRequest);
        Kept entry = entries.get(key);
        if (entry == null || (entry.ended().exact() && entry.ended().exactHash() != clientRequest.exactHash())) {
            return Optional.empty();
        }
        if (time.nanos() - entry.until() > 0 || hasAnsweredSince(entry, scope)) {
            entries.remove(key);
            return Optional.empty();
        }
        EndedRequest again = entry.ended().repeated(entry.ended().repeats() + 1);
        boolean probe =
                entry.probeAt().isPresent() && time.nanos() - entry.probeAt().getAsLong() >= 0;
        entries.put(key, entry.with(again, probe ? inAWhile() : entry.probeAt()));
        fleet.tell(new Note(AGAIN, key, Integer.toString(again.repeats()), REFUSED));
        return Optional.of(
                probe
                        ? new Recalled(Optional.empty(), Episode.EMPTY, again.repeats(), true)
                        : new Recalled(
                                again.reply().map(reply -> withWaitLeft(reply, entry, clientRequest.client())),
                                again.episode(),
                                again.repeats(),
                                false));
    }

    private OptionalLong inAWhile() {
        return OptionalLong.of(time.nanos() + PROBE_EVERY.toNanos());
    }

    /**
     * A client that is told again how long to wait is told what is left of it. Codex, which uses up all its tries within
     * seconds unless it is told to wait, hears when its request would reach the provider again.
     */
    private ClientReply withWaitLeft(ClientReply reply, Kept entry, ClientKind client) {
        OptionalLong until =
                entry.waitUntil().isEmpty() && client == ClientKind.CODEX ? entry.probeAt() : entry.waitUntil();
        return until.isEmpty() ? reply : reply.retryAfter(Duration.ofNanos(until.getAsLong() - time.nanos()));
    }

    /** What was refused for its own sake stays refused, whoever else is answered. */
    private static boolean hasAnsweredSince(Kept entry, UpstreamScope scope) {
        return !entry.ended().exact() && scope.successes() > entry.scopeSuccesses();
    }

    /** Another attempt is not worth it: whoever asks the same again gets the same answer. */
    public void gaveUp(
            ClientRequest clientRequest, UpstreamScope scope, ClientReply reply, Episode episode, boolean passing) {
        Optional<Duration> wait = reply.retryAfter();
        Duration longest = passing ? EXHAUSTED : REFUSED;
        // A client that waited as it was told must not find its old answer.
        Duration howLong = wait.filter(stated -> stated.compareTo(longest) < 0).orElse(longest);
        remember(clientRequest, scope, Optional.of(reply), episode, !passing, howLong, wait);
    }

    /** The client left in the middle: should it come back, its attempts are not counted anew. */
    public void interrupted(ClientRequest clientRequest, UpstreamScope scope, Episode episode) {
        boolean comesBack = clientRequest.hasNamedSession() || clientRequest.clientRetryCount() > 0;
        if (comesBack && !episode.isEmpty()) {
            remember(clientRequest, scope, Optional.empty(), episode, false, EXHAUSTED, Optional.empty());
        }
    }

    private synchronized void remember(
            ClientRequest clientRequest,
            UpstreamScope scope,
            Optional<ClientReply> reply,
            Episode episode,
            boolean exact,
            Duration howLong,
            Optional<Duration> wait) {
        String key = key(clientRequest);
        Kept before = entries.get(key);
        EndedRequest ended = new EndedRequest(
                clientRequest.exactHash(),
                exact,
                reply,
                episode,
                scope.scope(),
                before == null ? 0 : before.ended().repeats());
        long until = time.nanos() + howLong.toNanos();
        OptionalLong waitUntil =
                wait.isPresent() ? OptionalLong.of(time.nanos() + wait.get().toNanos()) : OptionalLong.empty();
        boolean mayProbe = reply.isPresent() && !exact && wait.isEmpty();
        entries.put(
                key,
                new Kept(ended, scope.successes(), until, waitUntil, mayProbe ? inAWhile() : OptionalLong.empty()));
        tell(key, ended, until);
    }

    public synchronized void succeeded(ClientRequest clientRequest) {
        if (!broken.isEmpty()) {
            broken.remove(turn(clientRequest));
        }
        if (!entries.isEmpty() && entries.remove(key(clientRequest)) != null) {
            fleet.tell(new Note(REQUEST, key(clientRequest), FORGET, REFUSED));
        }
    }

    /** An answer broke after the client had seen some of it: it will come again. */
    public synchronized void brokeOff(ClientRequest clientRequest) {
        broken.put(turn(clientRequest), time.nanos() + HELD_AFTER_BREAK.toNanos());
    }

    /** Whether its last answer broke off, so that this one must not begin before it is whole. */
    public synchronized boolean isAfterBreak(ClientRequest clientRequest) {
        Long until = broken.isEmpty() ? null : broken.get(turn(clientRequest));
        return until != null && until - time.nanos() > 0;
    }

    /** Its conversation goes on with another request, such as the result of a tool call that got through. */
    private static String turn(ClientRequest clientRequest) {
        return clientRequest.generates() ? clientRequest.session() : key(clientRequest);
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
        long successes = scopes.ofScope(ended.scope()).successes();
        Optional<Duration> wait = ended.reply().flatMap(ClientReply::retryAfter);
        entries.put(
                key,
                new Kept(
                        ended,
                        successes,
                        time.nanos() + heard.note().lasts().toNanos(),
                        wait.isPresent()
                                ? OptionalLong.of(time.nanos() + wait.get().toNanos())
                                : OptionalLong.empty(),
                        ended.reply().isPresent() && !ended.exact() && wait.isEmpty()
                                ? inAWhile()
                                : OptionalLong.empty()));
    }

    private synchronized void askedAgainElsewhere(Note.Heard heard) {
        int repeats = Integer.parseInt(heard.note().body());
        entries.computeIfPresent(
                heard.note().subject(), (key, kept) -> kept.with(kept.ended().repeated(repeats), kept.probeAt()));
    }

    /** An upstream that answers again is news for the gateways that remember failures of it. */
    private synchronized void lookAtScopes() {
        if (entries.isEmpty()) {
            return;
        }
        Set<String> answering = new HashSet<>();
        entries.values().removeIf(entry -> {
            boolean stale = hasAnsweredSince(entry, scopes.ofScope(entry.ended().scope()));
            if (stale) {
                answering.add(entry.ended().scope());
            }
            return stale;
        });
        answering.forEach(scope -> fleet.tell(new Note(ALIVE, scope, "", REFUSED)));
    }

    private synchronized void forgetScope(String scope) {
        entries.values()
                .removeIf(
                        entry -> !entry.ended().exact() && entry.ended().scope().equals(scope));
    }

    private static String key(ClientRequest clientRequest) {
        return clientRequest.session() + ' ' + clientRequest.route().upstream() + ' ' + clientRequest.looseHash();
    }
}
