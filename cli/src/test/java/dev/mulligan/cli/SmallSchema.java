package dev.mulligan.cli;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * As much of JSON Schema 2020-12 as our schemas use; any other keyword is an error, so that nothing in them goes
 * unchecked. A YAML scalar does not tell whether it was quoted: it counts as everything it can be.
 */
final class SmallSchema {

    private static final Set<String> WORDS_FOR_PEOPLE =
            Set.of("$schema", "$id", "$defs", "title", "description", "default");

    private final JsonObject root;

    SmallSchema(String text) {
        this.root = Json.parseObject(text);
    }

    boolean accepts(YamlValue value) {
        return accepts(root, value);
    }

    /** The part at {@code $defs/step}, say. */
    JsonObject at(String pointer) {
        Object part = root;
        for (String name : pointer.isEmpty() ? List.<String>of() : List.of(pointer.split("/"))) {
            part = switch (part) {
                case JsonObject object when object.has(name) -> object.get(name);
                case List<?> list -> list.get(Integer.parseInt(name));
                case null, default -> throw new IllegalArgumentException("the schema has no " + pointer);
            };
        }
        return (JsonObject) Optional.ofNullable(part).orElseThrow();
    }

    /** Where mappings with fixed fields are described. */
    Set<String> closedMappings() {
        Set<String> found = new TreeSet<>();
        collect("", root, found);
        return found;
    }

    private static void collect(String pointer, Object part, Set<String> found) {
        if (part instanceof JsonObject object) {
            if (object.truth("additionalProperties").equals(Optional.of(false))) {
                found.add(pointer);
            }
            object.members().forEach((name, value) -> {
                if (value != null) {
                    collect(pointer.isEmpty() ? name : pointer + "/" + name, value, found);
                }
            });
        } else if (part instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(pointer + "/" + i, list.get(i), found);
            }
        }
    }

    private boolean accepts(Object schema, YamlValue value) {
        return switch (schema) {
            case Boolean all -> all;
            case JsonObject object -> object.members().entrySet().stream().allMatch(rule -> holds(rule, object, value));
            default -> throw new IllegalArgumentException("not a schema: " + schema);
        };
    }

    private boolean holds(Map.Entry<String, ?> rule, JsonObject schema, YamlValue value) {
        Object wanted = Optional.<Object>ofNullable(rule.getValue()).orElse("");
        return switch (rule.getKey()) {
            case String word when WORDS_FOR_PEOPLE.contains(word) -> true;
            case "$ref" -> accepts(at(wanted.toString().substring("#/".length())), value);
            case "anyOf" -> list(wanted).stream().anyMatch(one -> accepts(one, value));
            case "allOf" -> list(wanted).stream().allMatch(one -> accepts(one, value));
            case "if" -> !accepts(wanted, value) || accepts(member(schema, "then"), value);
            case "then" -> true;
            case "type" ->
                (wanted instanceof List<?> many ? many : List.of(wanted))
                        .stream().anyMatch(type -> is(type.toString(), value));
            case "enum" -> list(wanted).stream().anyMatch(one -> same(one, value));
            case "const" -> same(wanted, value);
            case "pattern" ->
                !(value instanceof YamlValue.Scalar scalar)
                        || java.util.regex.Pattern.compile(wanted.toString())
                                .matcher(scalar.text())
                                .find();
            case "minimum" -> number(value).stream().allMatch(n -> n >= limit(wanted));
            case "maximum" -> number(value).stream().allMatch(n -> n <= limit(wanted));
            case "exclusiveMinimum" -> number(value).stream().allMatch(n -> n > limit(wanted));
            case "exclusiveMaximum" -> number(value).stream().allMatch(n -> n < limit(wanted));
            case "minItems" ->
                !(value instanceof YamlValue.Sequence many) || many.items().size() >= limit(wanted);
            case "items" ->
                !(value instanceof YamlValue.Sequence many)
                        || many.items().stream().allMatch(item -> accepts(wanted, item));
            case "required" ->
                !(value instanceof YamlValue.Mapping mapping)
                        || list(wanted).stream()
                                .allMatch(name -> mapping.members().containsKey(name.toString()));
            case "properties" ->
                !(value instanceof YamlValue.Mapping mapping)
                        || ((JsonObject) wanted)
                                .members().entrySet().stream()
                                        .allMatch(entry -> mapping.get(entry.getKey())
                                                .map(member -> accepts(
                                                        Optional.<Object>ofNullable(entry.getValue())
                                                                .orElse(""),
                                                        member))
                                                .orElse(true));
            case "additionalProperties" ->
                !(value instanceof YamlValue.Mapping mapping)
                        || mapping.members().entrySet().stream()
                                .filter(entry -> !schema.object("properties")
                                        .map(known -> known.has(entry.getKey()))
                                        .orElse(false))
                                .allMatch(entry -> accepts(wanted, entry.getValue()));
            default -> throw new IllegalArgumentException(rule.getKey() + " is not checked by this test");
        };
    }

    private static boolean is(String type, YamlValue value) {
        return switch (value) {
            case YamlValue.Mapping _ -> type.equals("object");
            case YamlValue.Sequence _ -> type.equals("array");
            case YamlValue.Scalar scalar when scalar.isNull() -> false;
            case YamlValue.Scalar scalar ->
                switch (type) {
                    case "string" -> true;
                    case "boolean" ->
                        scalar.text().equals("true") || scalar.text().equals("false");
                    case "integer" -> number(scalar).stream().anyMatch(n -> n == Math.rint(n));
                    case "number" -> !number(scalar).isEmpty();
                    default -> false;
                };
        };
    }

    private static boolean same(Object wanted, YamlValue value) {
        return value instanceof YamlValue.Scalar scalar && scalar.text().equals(wanted.toString());
    }

    /** None or one. */
    private static List<Double> number(YamlValue value) {
        List<Double> found = new ArrayList<>();
        if (value instanceof YamlValue.Scalar scalar) {
            try {
                found.add(Double.valueOf(scalar.text()));
            } catch (NumberFormatException e) {
                // Then it is a text.
            }
        }
        return found;
    }

    private static double limit(Object wanted) {
        return ((Number) wanted).doubleValue();
    }

    private static List<?> list(Object wanted) {
        return (List<?>) wanted;
    }

    private static Object member(JsonObject schema, String name) {
        return Optional.<Object>ofNullable(schema.get(name)).orElse(true);
    }
}
