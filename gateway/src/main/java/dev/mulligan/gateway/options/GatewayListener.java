package dev.mulligan.gateway.options;

/** Hears every fact, on the thread it happened on, which may be an event loop: it must not block. */
@FunctionalInterface
public interface GatewayListener {

    GatewayListener NONE = fact -> {};

    void on(GatewayFact fact);

    default GatewayListener and(GatewayListener other) {
        return fact -> {
            on(fact);
            other.on(fact);
        };
    }
}
