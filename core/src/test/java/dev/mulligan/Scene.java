package dev.mulligan;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.guard.Guard;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An executor on manual time whose events are kept. */
final class Scene {

    final ManualTime time = new ManualTime();
    final List<Event> events = Collections.synchronizedList(new ArrayList<>());
    final RetryExecutor executor;

    Scene(Guard... guards) {
        executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(time)
                .random(() -> 0.5)
                .guardedOnlyBy(guards)
                .listener(events::add));
    }

    Recovery recovery(RetryPolicy policy) {
        return Recovery.of(policy).on(executor);
    }

    <E extends Event> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    long terminalEvents() {
        return events.stream()
                .filter(e -> e instanceof RetryEvent.RetrySucceeded || e instanceof RetryEvent.RetryExhausted)
                .count();
    }
}
