package dev.mulligan.gateway;

import io.vertx.core.MultiMap;

/** The client's headers on their way to the upstream: as received, but for what belongs to this one connection. */
final class RequestHeaders {

    private RequestHeaders() {}

    static void copy(Asked asked, Upstream upstream, int bodyLength, MultiMap to) {
        HopByHop.copy(
                asked.headers(),
                to,
                name -> name.regionMatches(true, 0, "x-mulligan-", 0, 11) || name.equalsIgnoreCase("expect"));
        to.set("host", upstream.authority());
        if (bodyLength > 0 || to.contains("content-length")) {
            to.set("content-length", Integer.toString(bodyLength));
        }
        // A compressed answer cannot be judged, and an error in it would pass as success.
        if (asked.wire() != Wire.OTHER && to.contains("accept-encoding")) {
            to.set("accept-encoding", "identity");
        }
    }
}
