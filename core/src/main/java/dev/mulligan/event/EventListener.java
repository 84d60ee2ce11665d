package dev.mulligan.event;

/** Hears every event, on the thread it happened on. What it throws is logged and changes nothing. */
@FunctionalInterface
public interface EventListener {
    void on(Event event);
}
