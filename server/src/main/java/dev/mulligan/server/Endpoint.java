package dev.mulligan.server;

/** Answers one kind of request. May block. */
@FunctionalInterface
interface Endpoint {

    Reply answer(Call call);
}
