package dev.mulligan.record;

import dev.mulligan.event.CircuitEvent;
import dev.mulligan.event.RetryEvent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every type of event there is: those of the library and those of the programs around it. */
public final class EventTypes {

    private static final List<Class<?>> TOPICS = List.of(RetryEvent.class, CircuitEvent.class, ProgramEvent.class);

    private EventTypes() {}

    /** In the order of their topics. */
    public static List<Class<?>> all() {
        return TOPICS.stream().<Class<?>>flatMap(EventTypes::records).toList();
    }

    /** By the name they have in traces. */
    public static Map<String, Class<?>> byName() {
        return all().stream().collect(Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity()));
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Stream.of(type.getPermittedSubclasses()).flatMap(EventTypes::records);
    }
}
