package dev.mulligan.gateway.access;

/**
 * Who a request comes from.
 *
 * @param name the name of the token
 * @param tokenHash which token it is; empty for callers that need none
 */
public record Caller(String name, Role role, String tokenHash) {}
