package dev.mulligan.redact;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Failure;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Takes secrets out of a whole event: every text it holds, names and identifiers as well as messages. An event without
 * one, which is nearly every event, comes back as it is.
 */
final class EventSecrets {

    private record Parts(Constructor<?> constructor, List<Method> getters) {}

    /** Made when a type is first met, and once for all. */
    private static final ClassValue<Parts> PARTS = new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
            return parts(type);
        }
    };

    private EventSecrets() {}

    static Event in(Event event, Secrets secrets) {
        Parts parts = PARTS.get(event.getClass());
        Object[] values = new Object[parts.getters.size()];
        boolean changed = false;
        for (int i = 0; i < values.length; i++) {
            Object value = get(parts.getters.get(i), event);
            values[i] = clean(value, secrets);
            changed |= !values[i].equals(value);
        }
        return changed ? (Event) make(parts.constructor, values) : event;
    }

    private static Object clean(Object value, Secrets secrets) {
        return switch (value) {
            case String text -> secrets.in(text);
            case Optional<?> maybe -> maybe.isEmpty() ? maybe : optional(maybe, secrets);
            case List<?> list -> list(list, secrets);
            case Failure failure -> failure(failure, secrets);
            case Remedy remedy -> remedy(remedy, secrets);
            default -> value;
        };
    }

    private static Object optional(Optional<?> maybe, Secrets secrets) {
        Object inner = maybe.orElseThrow();
        Object cleaned = clean(inner, secrets);
        return cleaned.equals(inner) ? maybe : Optional.of(cleaned);
    }

    private static Object list(List<?> list, Secrets secrets) {
        List<Object> cleaned = new ArrayList<>(list.size());
        boolean changed = false;
        for (Object item : list) {
            Object clean = clean(item, secrets);
            changed |= !clean.equals(item);
            cleaned.add(clean);
        }
        return changed ? List.copyOf(cleaned) : list;
    }

    /** Its exception goes too when the message had a secret: the exception says the same. */
    private static Failure failure(Failure failure, Secrets secrets) {
        String message = secrets.in(failure.message());
        String signature = secrets.in(failure.signature());
        if (message.equals(failure.message()) && signature.equals(failure.signature())) {
            return failure;
        }
        return failure.withMessage(message).withSignature(signature).withoutCause();
    }

    private static Remedy remedy(Remedy remedy, Secrets secrets) {
        return switch (remedy) {
            case Remedy.Simple simple -> simple;
            case Remedy.Candidates candidates -> candidates;
            case Remedy.OtherStrategy other -> {
                String name = secrets.in(other.name());
                yield name.equals(other.name()) ? other : new Remedy.OtherStrategy(name);
            }
            case Remedy.StrongerModel stronger -> {
                String model = secrets.in(stronger.model());
                yield model.equals(stronger.model()) ? stronger : new Remedy.StrongerModel(model);
            }
            case Remedy.FallbackModel fallback -> {
                String model = secrets.in(fallback.model());
                yield model.equals(fallback.model()) ? fallback : new Remedy.FallbackModel(model);
            }
            case Remedy.RestoreCheckpoint restore -> {
                String id = secrets.in(restore.id());
                yield id.equals(restore.id()) ? restore : new Remedy.RestoreCheckpoint(id);
            }
        };
    }

    private static Parts parts(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return new Parts(
                    type.getConstructor(types),
                    Arrays.stream(components).map(RecordComponent::getAccessor).toList());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " is not a record that can be read", e);
        }
    }

    private static Object get(Method getter, Object record) {
        try {
            return getter.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getClass() + " cannot be read", e);
        }
    }

    private static Object make(Constructor<?> constructor, Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor.getDeclaringClass() + " does not take its cleaned parts", e);
        }
    }
}
