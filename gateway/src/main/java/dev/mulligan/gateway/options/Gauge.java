package dev.mulligan.gateway.options;

import java.util.function.DoubleSupplier;

/**
 * A number for {@code /metrics}. It is read on the event loop: it must not block.
 *
 * @param name in parts with dots, such as {@code mulligan.spool.events}
 * @param role which part of the program it is about: gateway, server or worker
 */
public record Gauge(String name, String role, String help, DoubleSupplier value) {}
