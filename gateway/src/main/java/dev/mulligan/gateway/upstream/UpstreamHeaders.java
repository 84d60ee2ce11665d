package dev.mulligan.gateway.upstream;

import dev.mulligan.gateway.http.HopByHop;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.Wire;
import io.vertx.core.MultiMap;

/** The client's headers on their way to the upstream: as received, but for what belongs to this one connection. */
final class UpstreamHeaders {

    private UpstreamHeaders() {}

    static void copy(ClientRequest clientRequest, Upstream upstream, int bodyLength, MultiMap to) {
        HopByHop.copy(
                clientRequest.headers(),
                to,
                name -> name.regionMatches(true, 0, "x-mulligan-", 0, 11) || name.equalsIgnoreCase("expect"));
        to.set("host", upstream.authority());
        if (bodyLength > 0 || to.contains("content-length")) {
            to.set("content-length", Integer.toString(bodyLength));
        }
        // A compressed answer cannot be judged, and an error in it would pass as success.
        if (clientRequest.wire() != Wire.OTHER && to.contains("accept-encoding")) {
            to.set("accept-encoding", "identity");
        }
    }
}
