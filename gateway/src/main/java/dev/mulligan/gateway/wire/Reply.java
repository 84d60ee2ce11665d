package dev.mulligan.gateway.wire;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** A whole answer for a client, ready to be sent any number of times. */
public record Reply(int status, String reason, MultiMap headers, Buffer body) {}
