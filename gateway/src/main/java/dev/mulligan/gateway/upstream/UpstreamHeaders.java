package dev.mulligan.gateway.upstream;

import dev.mulligan.gateway.http.HopByHop;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.provider.Wire;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The client's headers on their way to the upstream: as received, but for what belongs to this one connection. */
final class UpstreamHeaders {

    private UpstreamHeaders() {}

    /** What tells a provider whose account pays. */
    private static final Set<String> CREDENTIALS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        CREDENTIALS.addAll(List.of(
                "authorization",
                "x-api-key",
                "api-key",
                "x-goog-api-key",
                "x-goog-user-project",
                "openai-organization",
                "openai-project",
                "cookie"));
    }

    /** A translated request: nothing of the client's but its name, since its headers belong to another wire. */
    static void translated(ClientRequest clientRequest, Target target, Wire to, int bodyLength, MultiMap headers) {
        headers.set("content-type", "application/json");
        headers.set("accept", clientRequest.streams() ? "text/event-stream" : "application/json");
        String agent = clientRequest.headers().get("user-agent");
        if (agent != null) {
            headers.set("user-agent", agent);
        }
        if (to == Wire.ANTHROPIC) {
            headers.set("anthropic-version", "2023-06-01");
        }
        own(target, headers);
        headers.set("content-length", Integer.toString(bodyLength));
    }

    /** What the target itself wants, and its key. */
    private static void own(Target target, MultiMap to) {
        target.spec().headers().forEach(to::set);
        target.key().ifPresent(key -> {
            String header = target.spec().credentials().keyHeader();
            to.set(header, header.equalsIgnoreCase("authorization") ? "Bearer " + key.secret() : key.secret());
        });
        to.set("host", target.address().authority());
    }

    static void copy(ClientRequest clientRequest, Target target, int bodyLength, MultiMap to) {
        boolean clientKey = target.spec().credentials().clientKey();
        HopByHop.copy(
                clientRequest.headers(),
                to,
                name -> name.regionMatches(true, 0, "x-mulligan-", 0, 11)
                        || name.equalsIgnoreCase("expect")
                        || (!clientKey && CREDENTIALS.contains(name)));
        own(target, to);
        if (bodyLength > 0 || to.contains("content-length")) {
            to.set("content-length", Integer.toString(bodyLength));
        }
        // A compressed answer cannot be judged, and an error in it would pass as success.
        if (clientRequest.generates() && to.contains("accept-encoding")) {
            to.set("accept-encoding", "identity");
        }
    }
}
