package dev.mulligan.gateway.session;

import dev.mulligan.gateway.wire.ClientRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The patterns of prompts. All requests of a conversation begin with the same message, so each is worked out once. */
public final class PromptPatterns {

    private static final int MOST = 4_000;

    private final Map<Long, Optional<String>> known = new ConcurrentHashMap<>();

    public Optional<String> of(ClientRequest request) {
        long opening = request.openingHash();
        Optional<String> before = known.get(opening);
        if (before != null) {
            return before;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        Optional<String> pattern = request.promptPattern();
        known.put(opening, pattern);
        return pattern;
    }
}
