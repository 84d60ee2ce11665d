package dev.mulligan.server;

import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayHooks;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.store.EventStore;
import java.util.Optional;

/**
 * A gateway with its dashboard. {@snippet :
 * try (Server server = Server.start(GatewayOptions.standard(), store, ServerSettings.standard())) {
 *     System.out.println("http://127.0.0.1:" + server.port());
 * }
 * }
 */
public final class Server implements AutoCloseable {

    private final Gateway gateway;
    private final Desk desk;
    private final Access access;

    private Server(Gateway gateway, Desk desk, Access access) {
        this.gateway = gateway;
        this.desk = desk;
        this.access = access;
    }

    /** Listens when this returns. The store stays the caller's to close, after this. */
    public static Server start(GatewayOptions options, EventStore store, ServerSettings settings) {
        PolicyBook policies = PolicyBook.load(store, options);
        Escalations escalations = Escalations.load(store);
        LiveBoard board = new LiveBoard();
        GatewayOptions watched = options.listener(options.listener().and(board));
        Desk desk = new Desk(watched, store, settings, policies, escalations, board);
        AuditLog audit = new AuditLog(settings.auditLog());
        Access access = new Access(watched.access(), audit, settings.time());
        Door door = new Door(access, new Routes(desk, audit), audit, desk.events(), settings);
        Gateway gateway = Gateway.start(
                watched,
                new GatewayHooks(Optional.of(door), policies::of, escalations::of, Optional.of(desk.ownToken())));
        desk.opened(gateway);
        return new Server(gateway, desk, access);
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
        desk.close();
        gateway.close();
    }
}
