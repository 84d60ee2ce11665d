package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Time;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.Fingerprint;
import dev.mulligan.record.share.Note;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often the very same request of a session came within two minutes, to all gateways of the fleet together. What others
 * counted is known as late as their notes come; without them the own count stands.
 */
public final class RunawayDetector {

    private static final String REPEATED = "repeated";
    private static final int MOST = 20_000;
    private static final Duration WINDOW = Duration.ofMinutes(2);

    private record Count(int times, long until, boolean told) {
        boolean isOver(long now) {
            return now - until > 0;
        }
    }

    private final Time time;
    private final Fleet fleet;
    private final int allowed;
    private final Map<String, Count> ours = bounded();
    private final Map<String, Map<String, Count>> theirs = bounded();

    public RunawayDetector(GatewayOptions options, Fleet fleet) {
        this.time = options.time();
        this.fleet = fleet;
        this.allowed = options.limits().identical();
        fleet.listen(REPEATED, this::countedElsewhere);
    }

    private static <V> Map<String, V> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MOST;
            }
        };
    }

    /** Counts this one; the answer is how often it came so far. */
    public synchronized int count(ClientRequest clientRequest) {
        long now = time.nanos();
        String request = digest(clientRequest);
        Count before = ours.get(request);
        Count counted = before == null || before.isOver(now)
                ? new Count(1, now + WINDOW.toNanos(), false)
                : new Count(before.times() + 1, before.until(), before.told());
        int elsewhere = elsewhere(request, now);
        boolean isNews = counted.times() > 1 || elsewhere > 0;
        // Most requests come once: nobody needs to hear of them. Nor of more than is allowed anyway.
        if (isNews && counted.times() <= allowed + 1) {
            tell(request, counted, now);
        } else {
            ours.put(request, counted);
        }
        return counted.times() + elsewhere;
    }

    private int elsewhere(String request, long now) {
        Map<String, Count> counts = theirs.get(request);
        if (counts == null) {
            return 0;
        }
        counts.values().removeIf(count -> count.isOver(now));
        if (counts.isEmpty()) {
            theirs.remove(request);
        }
        return counts.values().stream().mapToInt(Count::times).sum();
    }

    private synchronized void countedElsewhere(Note.Heard heard) {
        long now = time.nanos();
        String request = heard.note().subject();
        int times = Integer.parseInt(heard.note().body());
        theirs.computeIfAbsent(request, first -> new HashMap<>())
                .put(heard.teller(), new Count(times, now + heard.note().lasts().toNanos(), true));
        Count own = ours.get(request);
        if (own != null && !own.told() && !own.isOver(now)) {
            tell(request, own, now);
        }
    }

    private void tell(String request, Count counted, long now) {
        ours.put(request, new Count(counted.times(), counted.until(), true));
        fleet.tell(new Note(
                REPEATED, request, Integer.toString(counted.times()), Duration.ofNanos(counted.until() - now)));
    }

    private static String digest(ClientRequest clientRequest) {
        byte[] session = clientRequest.session().getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().toHexDigits(Fingerprint.of(session, 0, session.length, clientRequest.exactHash()));
    }
}
