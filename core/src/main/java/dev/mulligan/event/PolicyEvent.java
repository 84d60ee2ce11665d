package dev.mulligan.event;

/** Somebody changed the rules. */
public sealed interface PolicyEvent extends Event {

    /** {@code scope}: {@code default} or a project's name; {@code document}: the policy as JSON */
    record PolicyChanged(String scope, long version, String document) implements PolicyEvent {}
}
