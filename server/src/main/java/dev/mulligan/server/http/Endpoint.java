package dev.mulligan.server.http;

/** Answers one kind of request. May block. */
@FunctionalInterface
public interface Endpoint {

    Reply answer(Call call);
}
