package dev.mulligan.server.http;

/** A call that changes something. {@code path}: as in the list of routes, without names. */
public record RouteChange(String method, String path, String target) {}
