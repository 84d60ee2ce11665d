package dev.mulligan.server.policy;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.PolicyEvent.PolicyChanged;
import dev.mulligan.server.http.Problem;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The policies in force: those changed here or by another server on the same store, else those the program was started with. */
public final class Policies {

    public static final String DEFAULT = "default";
    private static final Logger log = LoggerFactory.getLogger(Policies.class);

    /** Stored instead of a policy when a scope goes back to what it had before anybody changed it. */
    private static final String RESET = "";

    /** A policy and how often its scope was changed. */
    public record Entry(RetryPolicy policy, long version) {}

    /** What was decided for a scope last; without a policy it was reset. */
    private record Change(Optional<RetryPolicy> policy, long version) {}

    private final EventStore store;
    private final GatewayOptions options;
    private final Map<String, Change> changed = new ConcurrentHashMap<>();

    private Policies(EventStore store, GatewayOptions options) {
        this.store = store;
        this.options = options;
    }

    public static Policies load(EventStore store, GatewayOptions options) {
        Policies book = new Policies(store, options);
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

    /** What other servers on the same store changed counts here, too. */
    public void refresh() {
        for (Views.Policy row : store.views().policies()) {
            Change known = changed.get(row.scope());
            if (known != null && known.version() >= row.version()) {
                continue;
            }
            try {
                Optional<RetryPolicy> policy = row.document().equals(RESET)
                        ? Optional.empty()
                        : Optional.of(PolicyDocument.over(startedWith(row.scope()), Json.parseObject(row.document())));
                changed.put(row.scope(), new Change(policy, row.version()));
            } catch (Problem | JsonException e) {
                log.warn("The stored policy of {} is left out: {}", row.scope(), e.getMessage());
            }
        }
    }

    private RetryPolicy startedWith(String scope) {
        return scope.equals(DEFAULT) ? options.policy() : options.policyOf(scope);
    }

    private Optional<RetryPolicy> changed(String scope) {
        return Optional.ofNullable(changed.get(scope)).flatMap(Change::policy);
    }

    /** What a gateway asks for each request: empty where nothing was changed. */
    public Optional<RetryPolicy> of(String project) {
        boolean startedOwn = options.projectPolicies().containsKey(project);
        return changed(project).or(() -> startedOwn ? Optional.empty() : changed(DEFAULT));
    }

    public boolean isOwn(String scope) {
        return scope.equals(DEFAULT)
                || isChanged(scope)
                || options.projectPolicies().containsKey(scope);
    }

    /** Whether there is something to reset. */
    public boolean isChanged(String scope) {
        return changed(scope).isPresent();
    }

    public Entry get(String scope) {
        Change change = changed.get(scope);
        RetryPolicy policy = scope.equals(DEFAULT)
                ? changed(DEFAULT).orElse(options.policy())
                : of(scope).orElseGet(() -> options.policyOf(scope));
        return new Entry(policy, change == null ? 0 : change.version());
    }

    /** All scopes that have a policy of their own. */
    public Map<String, Entry> all() {
        Map<String, Entry> all = new LinkedHashMap<>();
        all.put(DEFAULT, get(DEFAULT));
        options.projectPolicies().keySet().stream().sorted().forEach(name -> all.put(name, get(name)));
        changed.keySet().stream().filter(this::isChanged).sorted().forEach(name -> all.put(name, get(name)));
        return all;
    }

    /**
     * Stores and puts in force.
     *
     * @return empty when somebody else changed it since
     */
    public Optional<Entry> put(String scope, RetryPolicy policy, long expectedVersion) {
        return change(scope, Optional.of(policy), expectedVersion);
    }

    /** The default goes back to what the program was started with, a project to that or to the default. */
    public Optional<Entry> reset(String scope, long expectedVersion) {
        return change(scope, Optional.empty(), expectedVersion);
    }

    private synchronized Optional<Entry> change(String scope, Optional<RetryPolicy> policy, long expectedVersion) {
        if (get(scope).version() != expectedVersion) {
            return Optional.empty();
        }
        long version = expectedVersion + 1;
        String document = policy.map(own -> Json.write(stored(scope, own))).orElse(RESET);
        Recorded change = new Recorded(
                "policy-" + scope, version, options.time().now(), new PolicyChanged(scope, version, document));
        // The number of an event is taken once: of two servers that change the same policy, one finds it gone.
        if (store.append(List.of(change)) == 0) {
            refresh();
            return Optional.empty();
        }
        changed.put(scope, new Change(policy, version));
        return Optional.of(get(scope));
    }

    private static Map<String, Object> stored(String scope, RetryPolicy policy) {
        Map<String, Object> document = PolicyDocument.of(scope, policy);
        document.remove("delays");
        return document;
    }
}
