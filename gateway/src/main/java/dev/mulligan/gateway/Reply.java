package dev.mulligan.gateway;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** A whole answer for a client, ready to be sent any number of times. */
record Reply(int status, String reason, MultiMap headers, Buffer body) {}
