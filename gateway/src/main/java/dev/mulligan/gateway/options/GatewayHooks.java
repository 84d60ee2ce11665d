package dev.mulligan.gateway.options;

import dev.mulligan.policy.RetryPolicy;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What somebody who shares the gateway's port adds to it.
 *
 * @param elsewhere takes every request whose path is not the gateway's own, on the event loop
 * @param ownToken lets requests of whoever shares the port in, where clients must show a token
 * @param policies the policy of a project as it stands now, asked for each request; it must not block
 * @param models what a session uses instead of the model it asks for, by session and model, asked for each request; it
 *     must not block
 */
public record GatewayHooks(
        Optional<Handler<HttpServerRequest>> elsewhere,
        Function<String, Optional<RetryPolicy>> policies,
        BiFunction<String, String, Optional<String>> models,
        Optional<String> ownToken) {

    public static final GatewayHooks NONE = new GatewayHooks(
            Optional.empty(), project -> Optional.empty(), (session, model) -> Optional.empty(), Optional.empty());

    public boolean takes(String path) {
        boolean own = path.startsWith("/v1")
                || path.startsWith("/p/")
                || path.startsWith("/mulligan-run/")
                || path.startsWith("/t/")
                || path.equals("/metrics");
        return elsewhere.isPresent() && !own;
    }
}
