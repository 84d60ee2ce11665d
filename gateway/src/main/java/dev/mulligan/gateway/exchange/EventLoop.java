package dev.mulligan.gateway.exchange;

import io.vertx.core.http.HttpClient;

/** The event loop an exchange lives on, and what it finds there. */
public interface EventLoop {

    GatewayState state();

    /** The connections of this loop to the providers. */
    HttpClient client();

    /** Runs it on this event loop. */
    void onLoop(Runnable task);

    /** The exchange is over: nothing of it needs to be kept. */
    void ended(Exchange exchange);
}
