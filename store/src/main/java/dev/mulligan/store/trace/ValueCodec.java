package dev.mulligan.store.trace;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** One kind of value that an event may hold. A kind that is not here cannot be part of an event. */
interface ValueCodec {

    void write(JsonGenerator to, Object value);

    Object read(@Nullable Object json);

    static ValueCodec of(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
            return optional(of(generic.getActualTypeArguments()[0]));
        }
        if (type instanceof ParameterizedType generic
                && generic.getRawType() == List.class
                && generic.getActualTypeArguments()[0] == String.class) {
            return texts();
        }
        ValueCodec codec = Plain.CODECS.get(type);
        if (codec == null) {
            throw new IllegalStateException("events cannot hold " + type + ": add it to ValueCodec");
        }
        return codec;
    }

    private static ValueCodec optional(ValueCodec inner) {
        return codec(
                (to, value) -> inner.write(to, ((Optional<?>) value).orElseThrow()),
                json -> json == null ? Optional.empty() : Optional.of(inner.read(json)));
    }

    private static ValueCodec texts() {
        return codec(
                (to, value) -> {
                    to.writeStartArray();
                    for (Object item : (List<?>) value) {
                        to.writeString((String) item);
                    }
                    to.writeEndArray();
                },
                json -> json instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.of());
    }

    /** The writing half, so that a codec can be put together from two lambdas. */
    interface Writing {
        void write(JsonGenerator to, Object value);
    }

    static ValueCodec codec(Writing writing, Function<@Nullable Object, Object> reading) {
        return new ValueCodec() {
            @Override
            public void write(JsonGenerator to, Object value) {
                writing.write(to, value);
            }

            @Override
            public Object read(@Nullable Object json) {
                return reading.apply(json);
            }
        };
    }

    /** Kinds without parameters. */
    final class Plain {

        static final Map<Type, ValueCodec> CODECS = Map.ofEntries(
                Map.entry(
                        String.class,
                        codec(
                                (to, value) -> to.writeString((String) value),
                                json -> json == null ? "" : json instanceof String text ? text : Json.write(json))),
                Map.entry(int.class, codec((to, value) -> to.writeNumber((int) value), json -> (int) whole(json))),
                Map.entry(long.class, codec((to, value) -> to.writeNumber((long) value), json -> whole(json))),
                Map.entry(Long.class, codec((to, value) -> to.writeNumber((long) value), json -> whole(json))),
                Map.entry(
                        double.class,
                        codec(
                                (to, value) -> to.writeNumber((double) value),
                                json -> json instanceof Number number ? number.doubleValue() : 0.0)),
                Map.entry(
                        boolean.class,
                        codec(
                                (to, value) -> to.writeBoolean((boolean) value),
                                json -> json instanceof Boolean truth && truth)),
                Map.entry(Instant.class, codec((to, value) -> to.writeString(value.toString()), Plain::instant)),
                Map.entry(GiveUpReason.class, words(GiveUpReason.class, GiveUpReason.REFUSED)),
                Map.entry(EscalationReason.class, words(EscalationReason.class, EscalationReason.MANUAL)),
                Map.entry(FailureType.class, words(FailureType.class, FailureType.UNKNOWN)),
                Map.entry(Usage.class, codec((to, value) -> usage(to, (Usage) value), Plain::usage)),
                Map.entry(
                        Failure.class,
                        codec((to, value) -> FailureCodec.write(to, (Failure) value), json -> FailureCodec.read(json))),
                Map.entry(
                        Remedy.class,
                        codec((to, value) -> RemedyCodec.write(to, (Remedy) value), json -> RemedyCodec.read(json))));

        private Plain() {}

        private static long whole(@Nullable Object json) {
            return switch (json) {
                case null -> 0L;
                case BigDecimal number -> number.longValue();
                case Number number -> number.longValue();
                default -> throw new IllegalArgumentException("'" + json + "' is not a number");
            };
        }

        private static Instant instant(@Nullable Object json) {
            try {
                return json instanceof String text ? Instant.parse(text) : Instant.EPOCH;
            } catch (java.time.format.DateTimeParseException e) {
                throw new IllegalArgumentException("'" + json + "' is not a time", e);
            }
        }

        /** Enums by their name in lower case; a word of a newer program reads as {@code otherwise}. */
        static <E extends Enum<E>> ValueCodec words(Class<E> type, E otherwise) {
            return codec((to, value) -> to.writeString(word((Enum<?>) value)), json -> word(type, json, otherwise));
        }

        static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }

        static <E extends Enum<E>> E word(Class<E> type, @Nullable Object json, E otherwise) {
            for (E value : type.getEnumConstants()) {
                if (word(value).equals(json)) {
                    return value;
                }
            }
            return otherwise;
        }

        private static void usage(JsonGenerator to, Usage usage) {
            to.writeStartObject();
            to.writeNumberProperty("input", usage.input());
            to.writeNumberProperty("output", usage.output());
            to.writeNumberProperty("cacheRead", usage.cacheRead());
            to.writeNumberProperty("cacheWrite", usage.cacheWrite());
            to.writeEndObject();
        }

        private static Usage usage(@Nullable Object json) {
            return json instanceof JsonObject object
                    ? new Usage(
                            object.number("input").orElse(0),
                            object.number("output").orElse(0),
                            object.number("cacheRead").orElse(0),
                            object.number("cacheWrite").orElse(0))
                    : Usage.NONE;
        }
    }
}
