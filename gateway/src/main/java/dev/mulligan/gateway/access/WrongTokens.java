package dev.mulligan.gateway.access;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wrong tokens by the address they came from. Five are free; then each makes the next wait twice as long. */
final class WrongTokens {

    private static final Logger log = LoggerFactory.getLogger(TokenVerifier.class);
    private static final int FREE = 5;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
    private static final Duration LOGGED_EVERY = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 10_000;
    /** The part of an IPv6 address that one customer of a provider can choose freely is left out. */
    private static final int IPV6_GROUPS = 4;

    private static final class Burst {
        int wrong;
        int ignored;
        long last;
        long blockedUntil;
        long logged;
    }

    private final Time time;
    private final Map<String, Burst> bursts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Burst> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    WrongTokens(Time time) {
        this.time = time;
    }

    /** Zero when the next token is looked at. */
    synchronized Duration waitFor(String address) {
        if (bursts.isEmpty()) {
            return Duration.ZERO;
        }
        Burst burst = bursts.get(network(address));
        long left = burst == null || burst.wrong <= FREE ? 0 : burst.blockedUntil - time.nanos();
        return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
    }

    synchronized void count(String address) {
        long now = time.nanos();
        String network = network(address);
        Burst burst = bursts.get(network);
        if (burst == null || now - burst.last > FORGOTTEN_AFTER.toNanos()) {
            burst = new Burst();
            bursts.put(network, burst);
        }
        burst.wrong++;
        burst.last = now;
        if (burst.wrong > FREE) {
            long seconds = 1L << Math.min(10, burst.wrong - FREE - 1);
            burst.blockedUntil = now
                    + Math.min(LONGEST.toNanos(), Duration.ofSeconds(seconds).toNanos());
        }
        tell(address, burst, now);
    }

    /** One more came although it was told to wait. */
    synchronized void ignored(String address) {
        Burst burst = bursts.get(network(address));
        if (burst != null) {
            burst.ignored++;
            tell(address, burst, time.nanos());
        }
    }

    /** The first of a burst and the first that has to wait are told at once, the others once a minute, as a number. */
    private static void tell(String address, Burst burst, long now) {
        boolean notable = burst.ignored == 0 && (burst.wrong == 1 || burst.wrong == FREE + 1);
        if (notable || now - burst.logged > LOGGED_EVERY.toNanos()) {
            burst.logged = now;
            log.warn(
                    "Wrong token from {}: {} in a row, {} more not looked at{}",
                    address,
                    burst.wrong,
                    burst.ignored,
                    burst.wrong > FREE ? "; this address has to wait between tries" : "");
        }
    }

    private static String network(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        int at = -1;
        for (int i = 0; i < IPV6_GROUPS; i++) {
            int next = address.indexOf(':', at + 1);
            if (next < 0) {
                break;
            }
            at = next;
        }
        return at < 0 ? address : address.substring(0, at);
    }
}
