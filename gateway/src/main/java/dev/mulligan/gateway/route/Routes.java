package dev.mulligan.gateway.route;

import dev.mulligan.attempt.Time;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.gateway.session.Session;
import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.Fingerprint;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * All upstreams and keys, by provider, and what is known of each. Only one key with one model is ever set aside, and only
 * until an instant: a refusal says nothing about other keys, and nothing for ever.
 */
public final class Routes {

    /** A prompt cache is forgotten after this: from then on a move costs nothing. */
    static final Duration CACHE_LIFE = Duration.ofMinutes(5);

    private static final Duration FIRST_ASIDE = Duration.ofSeconds(5);
    private static final Duration FIRST_ASIDE_FOR_KEY = Duration.ofSeconds(60);
    private static final Duration LONGEST_ASIDE = Duration.ofMinutes(5);
    private static final List<String> REMAINING = List.of(
            "anthropic-ratelimit-requests-remaining",
            "x-ratelimit-remaining-requests",
            "anthropic-ratelimit-tokens-remaining",
            "x-ratelimit-remaining-tokens");

    private record Place(String target, String model) {}

    private record Aside(FailureType why, long until, int times) {}

    private final Time time;
    private final Map<String, List<Target>> targets = new HashMap<>();
    private final Map<Place, Aside> aside = new ConcurrentHashMap<>();
    private final Map<Place, Long> windows = new ConcurrentHashMap<>();

    public Routes(GatewayOptions options) {
        this.time = options.time();
        options.upstreams().forEach((provider, address) -> {
            List<UpstreamSpec> own = options.routes().stream()
                    .filter(spec -> spec.serves(provider))
                    .toList();
            boolean hasPrimary = own.stream().anyMatch(UpstreamSpec::isPrimary);
            Stream<UpstreamSpec> all = hasPrimary
                    ? own.stream()
                    : Stream.concat(Stream.of(UpstreamSpec.ofProvider(provider, address)), own.stream());
            boolean mixed = own.stream().anyMatch(spec -> !spec.provider().equals(provider));
            targets.put(provider, all.flatMap(spec -> targets(spec, mixed)).toList());
        });
    }

    private static Stream<Target> targets(UpstreamSpec spec, boolean mixed) {
        int keys = Math.max(1, spec.credentials().keys().size());
        return Stream.iterate(0, n -> n < keys, n -> n + 1).map(n -> Target.of(spec, n, mixed));
    }

    public boolean knows(String provider) {
        return targets.containsKey(provider);
    }

    /** Where this request goes first, and where it may go then. */
    public RouteChoice choose(ClientRequest request, Session session, String model) {
        String provider = request.route().upstream();
        Translatability accepts = new Translatability(request);
        List<Target> all = accepts.possible(targets.getOrDefault(provider, List.of()));
        if (all.size() == 1) {
            return new RouteChoice(this, all, all.getFirst(), model, accepts);
        }
        Optional<Session.RouteUse> last = session.route(provider);
        Optional<Target> before = last.flatMap(use ->
                all.stream().filter(target -> target.id().equals(use.target())).findFirst());
        List<Target> allowed = before.isPresent() && request.isBoundToAccount() ? sameAccount(all, before.get()) : all;
        boolean stays = before.isPresent()
                && !isAside(before.get(), model)
                && (allowed.size() < all.size()
                        || Duration.between(last.get().at(), time.now()).compareTo(CACHE_LIFE) < 0);
        Target first = stays ? before.get() : best(allowed, model, session.hash());
        if (accepts.test(first)) {
            return new RouteChoice(this, allowed, first, model, accepts);
        }
        List<Target> rest = allowed.stream().filter(accepts).toList();
        return rest.isEmpty()
                ? new RouteChoice(this, List.of(first), first, model, accepts)
                : new RouteChoice(this, rest, best(rest, model, session.hash()), model, accepts);
    }

    private static List<Target> sameAccount(List<Target> all, Target as) {
        return all.stream()
                .filter(target -> target.stateAccount().equals(as.stateAccount()))
                .toList();
    }

    private Target best(List<Target> all, String model, long hash) {
        List<Target> primaries = all.stream()
                .filter(target -> target.spec().isPrimary() && !isAside(target, model))
                .toList();
        if (!primaries.isEmpty()) {
            return spread(primaries, model, hash);
        }
        return all.stream()
                .filter(target -> !target.spec().isPrimary() && !isAside(target, model))
                .filter(target -> all.stream().anyMatch(other -> standsIn(target, other, model)))
                .findFirst()
                .orElseGet(() -> all.stream()
                        .min(Comparator.comparingLong(target -> asideUntil(target, model)))
                        .orElseThrow());
    }

    private boolean standsIn(Target target, Target other, String model) {
        Aside why = aside.get(place(other, model));
        return why != null && target.spec().selection().on().contains(why.why());
    }

    /** By weight among upstreams, by what is left of their rate windows among the keys of one. */
    private Target spread(List<Target> primaries, String model, long hash) {
        List<UpstreamSpec> specs =
                primaries.stream().map(Target::spec).distinct().toList();
        int at = (int) Math.floorMod(Fingerprint.of(Long.toString(hash)), (long)
                specs.stream().mapToInt(spec -> spec.selection().weight()).sum());
        UpstreamSpec chosen = specs.getLast();
        for (UpstreamSpec spec : specs) {
            at -= spec.selection().weight();
            if (at < 0) {
                chosen = spec;
                break;
            }
        }
        UpstreamSpec from = chosen;
        List<Target> keys = new ArrayList<>(
                primaries.stream().filter(t -> t.spec().equals(from)).toList());
        int start = (int) Math.floorMod(hash, (long) keys.size());
        java.util.Collections.rotate(keys, -start);
        return keys.stream()
                .max(Comparator.comparingLong(target -> windows.getOrDefault(place(target, model), Long.MAX_VALUE)))
                .orElseThrow();
    }

    /** The first that may take over what this failure keeps another from doing; keys of the same upstream first. */
    Optional<Target> insteadOf(
            List<Target> all, Target current, String model, FailureType why, Predicate<Target> accepts) {
        Predicate<Target> sameUpstream = target -> target.spec().equals(current.spec());
        Stream<Target> keys = concernsKey(why) ? all.stream().filter(sameUpstream) : Stream.of();
        Stream<Target> others = all.stream()
                .filter(sameUpstream.negate())
                .filter(target -> target.spec().isPrimary()
                        || target.spec().selection().on().contains(why));
        return Stream.concat(keys, others)
                .filter(target -> !target.equals(current) && !isAside(target, model))
                .filter(accepts)
                .findFirst();
    }

    /** Failures that another key does not share. */
    static boolean concernsKey(FailureType type) {
        return type == FailureType.RATE_LIMIT || type == FailureType.QUOTA_EXHAUSTED || type == FailureType.AUTH_ERROR;
    }

    boolean isAside(Target target, String model) {
        return asideUntil(target, model) - time.nanos() > 0;
    }

    private long asideUntil(Target target, String model) {
        Aside entry = aside.get(place(target, model));
        return entry == null ? time.nanos() : entry.until();
    }

    private static Place place(Target target, String model) {
        return new Place(target.id(), target.model(model));
    }

    /** Until the instant that was stated; without one, longer each time. */
    void setAside(Target target, String model, Failure failure) {
        aside.compute(place(target, model), (place, before) -> {
            int times = before == null ? 0 : before.times();
            boolean keyIsBad =
                    failure.type() == FailureType.AUTH_ERROR || failure.type() == FailureType.QUOTA_EXHAUSTED;
            Duration first = keyIsBad ? FIRST_ASIDE_FOR_KEY : FIRST_ASIDE;
            Duration grown = first.multipliedBy(1L << Math.min(times, 6));
            Duration own = grown.compareTo(LONGEST_ASIDE) > 0 ? LONGEST_ASIDE : grown;
            long until = time.nanos() + failure.retryAfter().orElse(own).toNanos();
            return new Aside(failure.type(), until, times + 1);
        });
    }

    void answered(Target target, String model, MultiMap headers) {
        aside.remove(place(target, model));
        REMAINING.stream()
                .map(headers::get)
                .filter(value -> value != null && value.matches("[0-9]{1,15}"))
                .findFirst()
                .ifPresent(left -> windows.put(place(target, model), Long.parseLong(left)));
    }
}
