package dev.mulligan.gateway;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.gateway.exchange.GatewayState;
import dev.mulligan.gateway.options.GatewayHooks;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.gateway.session.Sessions;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A running gateway. {@snippet :
 * try (Gateway gateway = Gateway.start(GatewayOptions.standard())) {
 *     System.out.println("http://127.0.0.1:" + gateway.port());
 * }
 * }
 */
public final class Gateway implements AutoCloseable {

    private static final long START_SECONDS = 30;

    private final Vertx vertx;
    private final GatewayState state;
    private final List<EventLoopServer> loops;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Gateway(Vertx vertx, GatewayState state, List<EventLoopServer> loops) {
        this.vertx = vertx;
        this.state = state;
        this.loops = loops;
    }

    /** Listens when this returns. */
    public static Gateway start(GatewayOptions options) {
        return start(options, GatewayHooks.NONE);
    }

    /** Listens when this returns, and shares its port. */
    public static Gateway start(GatewayOptions options, GatewayHooks hooks) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        GatewayState state = new GatewayState(options, hooks);
        List<EventLoopServer> loops = new CopyOnWriteArrayList<>();
        Gateway gateway = new Gateway(vertx, state, loops);
        try {
            Supplier<Deployable> another = () -> {
                EventLoopServer loop = new EventLoopServer(state);
                loops.add(loop);
                return loop;
            };
            await(vertx.deployVerticle(
                    another,
                    new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors())));
        } catch (IllegalStateException e) {
            gateway.stop();
            throw new IllegalStateException(
                    "cannot listen on " + options.bind() + ":" + options.port() + ": "
                            + SafeText.ofSystem(String.valueOf(e.getMessage())),
                    e);
        }
        state.join();
        return gateway;
    }

    public int port() {
        return state.chosenPort();
    }

    public Sessions sessions() {
        return state.sessions();
    }

    /** The last request of a session, while it is remembered. */
    public Optional<KeptRequest> lastRequest(String session) {
        return state.kept().of(session);
    }

    /** Requests that wait for another attempt now. */
    public List<ActiveRetry> activeRetries() {
        return state.scopes().activeRetries();
    }

    /** Tells who looks at it, takes no new requests, and lets those under way end, within the patience configured. Then stops. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        state.readiness().leave();
        List<Future<Void>> ends = new ArrayList<>();
        for (EventLoopServer loop : loops) {
            Promise<Void> done = Promise.promise();
            ends.add(done.future());
            loop.onLoop(() -> loop.finishUp(state.options().patience().drain(), done));
        }
        ends.forEach(Gateway::await);
        stop();
    }

    private void stop() {
        await(vertx.close());
        state.stop();
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(START_SECONDS * 4, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IllegalStateException(cause == null ? "failed" : String.valueOf(cause.getMessage()), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the event loop does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
