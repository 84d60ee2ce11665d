package dev.mulligan.store.spool;

import dev.mulligan.store.trace.Recorded;
import java.util.List;

/** Where events are to go in the end: all of them are taken or none. May take long, may fail with a StoreException. */
@FunctionalInterface
public interface EventTarget {
    void store(List<Recorded> events);
}
