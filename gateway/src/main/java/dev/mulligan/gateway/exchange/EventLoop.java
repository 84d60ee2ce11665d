package dev.mulligan.gateway.exchange;

import io.vertx.core.http.HttpClient;

/** The event loop an exchange lives on, and what it finds there. */
public interface EventLoop {

    GatewayState state();

    /** The connections of this loop to the providers. */
    HttpClient client();

    /** Runs it on this event loop. */
    void onLoop(Runnable task);

    /** Its client has content: from now on only a silence of the provider needs to be noticed. */
    void committed(Exchange exchange);

    /** The exchange is over: nothing of it needs to be kept. */
    void ended(Exchange exchange);

    /** The kernel has a request of this loop in its hands. On the loop. */
    void recoveryStarted();

    /** It has told how that request ended. On the loop. */
    void recoveryEnded();
}
