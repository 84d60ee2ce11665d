package dev.mulligan.gateway.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The last request of each session, in memory only; the sessions unused for longest go first. */
public final class KeptRequests {

    private static final int MOST = 2_000;
    private static final long MOST_BYTES =
            Math.min(128L << 20, Runtime.getRuntime().maxMemory() / 8);

    private final Map<String, KeptRequest> bySession = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    public synchronized void keep(String session, KeptRequest request) {
        drop(session);
        if (request.body().length() > MOST_BYTES / 4) {
            return;
        }
        bySession.put(session, request);
        bytes += request.body().length();
        while (bytes > MOST_BYTES || bySession.size() > MOST) {
            drop(bySession.keySet().iterator().next());
        }
    }

    private void drop(String session) {
        KeptRequest gone = bySession.remove(session);
        bytes -= gone == null ? 0 : gone.body().length();
    }

    public synchronized Optional<KeptRequest> of(String session) {
        return Optional.ofNullable(bySession.get(session));
    }
}
