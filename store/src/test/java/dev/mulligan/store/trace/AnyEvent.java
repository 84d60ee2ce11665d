package dev.mulligan.store.trace;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.EventTypes;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes events of every type with random contents. */
public final class AnyEvent {

    private static final List<String> WORDS = List.of(
            "", "a", "build", "tests", "überraschung \uD83D\uDE80", "quote \" and \\ back", "two\nlines", "\t\u0001");

    private AnyEvent() {}

    public static List<Class<?>> types() {
        return EventTypes.all();
    }

    public static Event of(Class<?> type, RandomGenerator random) {
        return of(type, random, WORDS);
    }

    /** With these texts wherever an event holds one. */
    public static Event of(Class<?> type, RandomGenerator random, List<String> words) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Object[] values = Arrays.stream(components)
                    .map(component -> value(component.getGenericType(), random, words))
                    .toArray();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return (Event) type.getConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Object value(Type type, RandomGenerator random, List<String> words) {
        if (type instanceof ParameterizedType generic) {
            Type inner = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) {
                return random.nextBoolean() ? Optional.empty() : Optional.of(value(inner, random, words));
            }
            return random.ints(random.nextInt(4))
                    .mapToObj(i -> value(inner, random, words))
                    .toList();
        }
        return switch (((Class<?>) type).getSimpleName()) {
            case "String" -> words.get(random.nextInt(words.size()));
            case "int" -> random.nextInt(1000);
            case "long", "Long" -> random.nextLong(1L << 50);
            case "double" -> random.nextInt(1000) / 1000.0;
            case "boolean" -> random.nextBoolean();
            case "Instant" -> Instant.ofEpochMilli(random.nextLong(1L << 41));
            case "GiveUpReason" -> any(GiveUpReason.values(), random);
            case "EscalationReason" -> any(EscalationReason.values(), random);
            case "FailureType" -> any(FailureType.values(), random);
            case "Usage" -> new Usage(random.nextInt(9), random.nextInt(9), random.nextInt(9), random.nextInt(9));
            case "Remedy" -> remedy(random, words.getLast());
            case "Failure" -> failure(random, words);
            default -> throw new AssertionError("teach AnyEvent to make " + type);
        };
    }

    private static <T> T any(T[] values, RandomGenerator random) {
        return values[random.nextInt(values.length)];
    }

    private static Failure failure(RandomGenerator random, List<String> words) {
        Failure.Advice advice = new Failure.Advice(
                random.nextBoolean(),
                random.nextBoolean() ? Optional.empty() : Optional.of(Duration.ofMillis(random.nextInt(100_000))),
                any(Action.values(), random));
        return new Failure(
                any(FailureType.values(), random),
                any(ErrorType.values(), random),
                words.get(random.nextInt(words.size())),
                advice,
                "rule-" + random.nextInt(9),
                random.nextBoolean() ? "" : "signature",
                Optional.empty());
    }

    private static Remedy remedy(RandomGenerator random, String name) {
        return switch (random.nextInt(6)) {
            case 0 -> new Remedy.OtherStrategy(name);
            case 1 -> new Remedy.StrongerModel(name);
            case 2 -> new Remedy.FallbackModel(name);
            case 3 -> new Remedy.Candidates(random.nextInt(5));
            case 4 -> new Remedy.RestoreCheckpoint(name);
            default -> any(Remedy.Simple.values(), random);
        };
    }
}
