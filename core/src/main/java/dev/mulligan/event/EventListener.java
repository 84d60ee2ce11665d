package dev.mulligan.event;

/** Hears every event, on the thread it happened on. What it throws is logged and changes nothing. */
@FunctionalInterface
public interface EventListener {
    /** Called for each event, on the operation's thread, so it should be quick. Must be safe for many threads. */
    void on(Event event);
}
