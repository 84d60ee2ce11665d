package dev.mulligan.server;

import dev.mulligan.event.PolicyEvent.PolicyChanged;
import dev.mulligan.gateway.GatewayOptions;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import dev.mulligan.store.Views;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The policies in force: those changed here or by another server on the same store, else those the program was started with. */
final class PolicyBook implements AutoCloseable {

    static final String DEFAULT = "default";
    private static final Logger log = LoggerFactory.getLogger(PolicyBook.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    /** A policy and how often its scope was changed. */
    record Entry(RetryPolicy policy, long version) {}

    private final EventStore store;
    private final GatewayOptions options;
    private final Map<String, Entry> changed = new ConcurrentHashMap<>();
    private @Nullable Thread follower;

    private PolicyBook(EventStore store, GatewayOptions options) {
        this.store = store;
        this.options = options;
    }

    static PolicyBook load(EventStore store, GatewayOptions options) {
        PolicyBook book = new PolicyBook(store, options);
        try {
            book.refresh();
        } catch (StoreException e) {
            if (!e.isAway()) {
                throw e;
            }
            log.warn("Policies changed earlier count when the store is back: {}", e.getMessage());
        }
        return book;
    }

    private void refresh() {
        for (Views.Policy row : store.views().policies()) {
            Entry known = changed.get(row.scope());
            if (known != null && known.version() >= row.version()) {
                continue;
            }
            try {
                RetryPolicy policy = PolicyDocument.over(startedWith(row.scope()), Json.parseObject(row.document()));
                changed.put(row.scope(), new Entry(policy, row.version()));
            } catch (Problem | JsonException e) {
                log.warn("The stored policy of {} is left out: {}", row.scope(), e.getMessage());
            }
        }
    }

    /** What other servers change on the same store counts here, too, a moment later. */
    void followOthers() {
        follower = Thread.ofVirtual().name("mulligan-policies").start(() -> {
            try {
                while (true) {
                    Thread.sleep(LOOK_EVERY);
                    try {
                        refresh();
                    } catch (StoreException e) {
                        log.warn("Policies could not be looked up: {}", e.getMessage());
                    }
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private RetryPolicy startedWith(String scope) {
        return scope.equals(DEFAULT) ? options.policy() : options.policyOf(scope);
    }

    /** What a gateway asks for each request: empty where nothing was changed. */
    Optional<RetryPolicy> of(String project) {
        Entry own = changed.get(project);
        if (own != null) {
            return Optional.of(own.policy());
        }
        boolean startedOwn = options.projectPolicies().containsKey(project);
        return startedOwn
                ? Optional.empty()
                : Optional.ofNullable(changed.get(DEFAULT)).map(Entry::policy);
    }

    boolean isOwn(String scope) {
        return scope.equals(DEFAULT)
                || changed.containsKey(scope)
                || options.projectPolicies().containsKey(scope);
    }

    Entry get(String scope) {
        Entry own = changed.get(scope);
        if (own != null) {
            return own;
        }
        return new Entry(scope.equals(DEFAULT) ? options.policy() : of(scope).orElse(options.policyOf(scope)), 0);
    }

    /** All scopes that have a policy of their own. */
    Map<String, Entry> all() {
        Map<String, Entry> all = new LinkedHashMap<>();
        all.put(DEFAULT, get(DEFAULT));
        options.projectPolicies().keySet().stream().sorted().forEach(name -> all.put(name, get(name)));
        changed.keySet().stream().sorted().forEach(name -> all.put(name, get(name)));
        return all;
    }

    /**
     * Stores and puts in force.
     *
     * @return empty when somebody else changed it since
     */
    synchronized Optional<Entry> put(String scope, RetryPolicy policy, long expectedVersion) {
        Entry before = get(scope);
        if (before.version() != expectedVersion) {
            return Optional.empty();
        }
        long version = expectedVersion + 1;
        String document = Json.write(stored(scope, policy));
        Recorded change = new Recorded(
                "policy-" + scope, version, options.time().now(), new PolicyChanged(scope, version, document));
        // The number of an event is taken once: of two servers that change the same policy, one finds it gone.
        if (store.append(List.of(change)) == 0) {
            refresh();
            return Optional.empty();
        }
        Entry entry = new Entry(policy, version);
        changed.put(scope, entry);
        return Optional.of(entry);
    }

    private static Map<String, Object> stored(String scope, RetryPolicy policy) {
        Map<String, Object> document = PolicyDocument.of(scope, policy);
        document.remove("delays");
        return document;
    }

    @Override
    public void close() {
        Thread running = follower;
        if (running != null) {
            running.interrupt();
        }
    }
}
