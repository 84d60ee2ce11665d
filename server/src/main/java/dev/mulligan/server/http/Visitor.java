package dev.mulligan.server.http;

import dev.mulligan.gateway.access.Role;

/**
 * Who a call comes from.
 *
 * @param name of the token, or {@code loopback}
 * @param proven whether it showed a token or came by the login link; otherwise it may be any program of this machine
 */
public record Visitor(String name, Role role, boolean proven) {

    /** Where no token is asked for. */
    public static final Visitor LOOPBACK = new Visitor("loopback", Role.ADMIN, false);

    /** Before it is known who it is; may do nothing. */
    public static final Visitor NOBODY = new Visitor("nobody", Role.VIEWER, false);
}
