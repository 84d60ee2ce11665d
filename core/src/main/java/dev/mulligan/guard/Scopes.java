package dev.mulligan.guard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** One guard per upstream and model, made on first use; the one unused for longest goes when there are too many. */
public final class Scopes<G> {

    private static final int MOST = 10_000;

    private final Function<String, G> make;
    private final Map<String, G> byScope = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, G> eldest) {
            return size() > MOST;
        }
    };

    /** Guards made by this function when their scope is first asked for. */
    public Scopes(Function<String, G> make) {
        this.make = make;
    }

    /** The guard of this scope. */
    public synchronized G of(String scope) {
        return byScope.computeIfAbsent(scope, make);
    }

    /** A copy of what is there now. */
    public synchronized Map<String, G> all() {
        return Map.copyOf(byScope);
    }
}
