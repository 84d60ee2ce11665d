package dev.mulligan.server;

import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayHooks;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.server.access.Access;
import dev.mulligan.server.access.AuditLog;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.server.page.EventStream;
import dev.mulligan.server.policy.Policies;
import dev.mulligan.server.session.LiveRequests;
import dev.mulligan.server.session.SessionEscalations;
import dev.mulligan.store.EventStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A gateway with its dashboard. {@snippet :
 * try (Server server = Server.start(GatewayOptions.standard(), store, ServerSettings.standard())) {
 *     System.out.println("http://127.0.0.1:" + server.port());
 * }
 * }
 */
public final class Server implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final Gateway gateway;
    private final EventStream events;
    private final Access access;
    private final List<RepeatedTask> tasks;

    private Server(Gateway gateway, EventStream events, Access access, List<RepeatedTask> tasks) {
        this.gateway = gateway;
        this.events = events;
        this.access = access;
        this.tasks = tasks;
    }

    /** Listens when this returns. The store stays the caller's to close, after this. */
    public static Server start(GatewayOptions options, EventStore store, ServerSettings settings) {
        Policies policies = Policies.load(store, options);
        SessionEscalations escalations = SessionEscalations.load(store);
        LiveRequests live = new LiveRequests();
        GatewayOptions watched = options.listener(options.listener().and(live));
        ServerContext context = new ServerContext(watched, store, settings.time());
        EventStream events = new EventStream(store, settings.time(), settings.eventPause());
        AuditLog audit = new AuditLog(settings.auditLog());
        Access access = new Access(watched.access(), audit, settings.time());
        ApiRoutes routes = new ApiRoutes(context, policies, escalations, live, settings, audit);
        RequestHandler handler = new RequestHandler(access, routes, audit, events, settings);
        Gateway gateway = Gateway.start(
                watched,
                new GatewayHooks(Optional.of(handler), policies::of, escalations::of, Optional.of(context.ownToken())));
        context.opened(gateway);
        return new Server(gateway, events, access, tasks(options, store, settings, policies, escalations));
    }

    /** What other servers on the same store decide is followed, and alerts are sent. */
    private static List<RepeatedTask> tasks(
            GatewayOptions options,
            EventStore store,
            ServerSettings settings,
            Policies policies,
            SessionEscalations escalations) {
        List<RepeatedTask> tasks = new ArrayList<>();
        tasks.add(RepeatedTask.every(LOOK_EVERY, "decisions", () -> {
            policies.refresh();
            escalations.catchUp();
        }));
        settings.alerts()
                .webhook()
                .map(webhook -> new AlertTask(store, options.models(), settings.time(), webhook))
                .ifPresent(
                        task -> tasks.add(RepeatedTask.every(settings.alerts().pause(), "alerts", task)));
        return tasks;
    }

    public int port() {
        return gateway.port();
    }

    /** A path that logs one browser in, once: for whoever started this server, and for nobody else to see. */
    public String loginPath() {
        return "/login#" + access.freshLink();
    }

    public Gateway gateway() {
        return gateway;
    }

    /** Ends streams of the dashboard at once and lets requests of agents end. */
    @Override
    public void close() {
        tasks.forEach(RepeatedTask::close);
        events.close();
        gateway.close();
    }
}
