package dev.mulligan.record;

/** Somebody changed the rules. */
public sealed interface PolicyEvent extends ProgramEvent {

    /** {@code scope}: {@code default} or a project's name; {@code document}: the policy as JSON */
    record PolicyChanged(String scope, long version, String document) implements PolicyEvent {}
}
