package dev.mulligan.gateway;

import java.io.IOException;

/** Asks for the state of readiness on a connection that stays open. */
final class RawClientStatus {
    private RawClientStatus() {}

    static int of(RawClient client) throws IOException {
        client.raw("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return client.read().status();
    }
}
