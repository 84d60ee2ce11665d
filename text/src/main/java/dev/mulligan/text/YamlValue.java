package dev.mulligan.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value and where it stands. */
public sealed interface YamlValue {

    LineColumn at();

    /** {@code isText}: not written as a number, a truth value or nothing. */
    record Scalar(String text, boolean isNull, boolean isText, LineColumn at) implements YamlValue {
        public Scalar(String text, boolean isNull, LineColumn at) {
            this(text, isNull, !isNull, at);
        }
    }

    record Sequence(List<YamlValue> items, LineColumn at) implements YamlValue {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** {@code keys}: where the names of members stand, as far as they were read from a text. */
    record Mapping(Map<String, YamlValue> members, Map<String, LineColumn> keys, LineColumn at) implements YamlValue {
        public Mapping {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
            keys = Map.copyOf(keys);
        }

        public Mapping(Map<String, YamlValue> members, LineColumn at) {
            this(members, Map.of(), at);
        }

        /** The same mapping with other members. */
        public Mapping with(Map<String, YamlValue> others) {
            return new Mapping(others, keys, at);
        }

        /** Where the name of a member stands. */
        public LineColumn keyAt(String name) {
            LineColumn known = keys.get(name);
            return known == null ? get(name).map(YamlValue::at).orElse(at) : known;
        }

        public Optional<YamlValue> get(String name) {
            return Optional.ofNullable(members.get(name));
        }

        /** The member as a mapping; absent or null is an empty one. */
        public Mapping mapping(String name) {
            YamlValue value = members.get(name);
            if (value == null || (value instanceof Scalar scalar && scalar.isNull())) {
                return new Mapping(Map.of(), at);
            }
            return value.asMapping(name);
        }

        public List<YamlValue> list(String name) {
            YamlValue value = members.get(name);
            return switch (value) {
                case null -> List.of();
                case Sequence sequence -> sequence.items();
                case Scalar scalar when scalar.isNull() -> List.of();
                case Scalar scalar -> List.of(scalar);
                case Mapping mapping -> throw mapping.mistake(name + " must be a list");
            };
        }

        public Optional<String> text(String name) {
            YamlValue value = members.get(name);
            return switch (value) {
                case null -> Optional.empty();
                case Scalar scalar -> scalar.isNull() ? Optional.empty() : Optional.of(scalar.text());
                case Sequence sequence -> throw sequence.mistake(name + " must be a text, not a list");
                case Mapping mapping -> throw mapping.mistake(name + " must be a text, not a mapping");
            };
        }

        /** Refuses any key but these, with the nearest one as a suggestion. */
        public void allowOnly(String... names) {
            List<String> known = List.of(names);
            members.keySet().forEach(name -> {
                if (!known.contains(name)) {
                    String hint = NearestWord.to(name, known)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("; there are " + String.join(", ", known));
                    throw new YamlException(keyAt(name) + ": " + name + " is not known here" + hint);
                }
            });
        }
    }

    default Mapping asMapping(String what) {
        if (this instanceof Mapping mapping) {
            return mapping;
        }
        throw mistake(what + " must be a mapping of names to values");
    }

    default YamlException mistake(String what) {
        return new YamlException(at() + ": " + what);
    }

    /** Plain Java: text, list or map, without places. */
    default @Nullable Object plain() {
        return switch (this) {
            case Scalar scalar -> scalar.isNull() ? null : scalar.text();
            case Sequence sequence ->
                sequence.items().stream().map(YamlValue::plain).toList();
            case Mapping mapping -> {
                Map<String, @Nullable Object> plain = new LinkedHashMap<>();
                mapping.members().forEach((name, value) -> plain.put(name, value.plain()));
                yield plain;
            }
        };
    }
}
