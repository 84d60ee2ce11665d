package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import java.util.List;

/** Small readers for the fields of a mapping. */
final class PlanFields {

    /** Stands for all names. */
    private static final String EVERYTHING = "*";

    private PlanFields() {}

    static String required(Mapping in, String field) {
        return in.text(field)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> at(in, field).mistake(field + " is missing"));
    }

    /** The field's own place, or that of the mapping when it is absent. */
    static YamlValue at(Mapping in, String field) {
        return in.get(field).orElse(in);
    }

    static String word(YamlValue value, String what) {
        if (value instanceof Scalar scalar && !scalar.isNull() && !scalar.text().isBlank()) {
            return scalar.text();
        }
        throw value.mistake(what + " must be a text");
    }

    static List<String> words(Mapping in, String field) {
        return in.list(field).stream().map(value -> word(value, field)).toList();
    }

    /** Paths in the workspace: one that leads out of it would match nothing. */
    static List<String> paths(Mapping in, String field) {
        List<String> paths = words(in, field);
        for (String path : paths) {
            if (path.startsWith("/") || path.equals("..") || path.startsWith("../") || path.contains("/../")) {
                throw at(in, field).mistake(field + " lists paths in the workspace, not " + path);
            }
        }
        return paths;
    }

    /** Names of environment variables, or a star for all of them. */
    static List<String> namesOrAll(Mapping in, String field) {
        return words(in, field).equals(List.of(EVERYTHING)) ? List.of(EVERYTHING) : names(in, field);
    }

    /** Names of environment variables. */
    static List<String> names(Mapping in, String field) {
        List<String> names = words(in, field);
        for (String name : names) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw at(in, field).mistake(field + " lists names of environment variables, not " + name);
            }
            if (name.toUpperCase(java.util.Locale.ROOT).startsWith("MULLIGAN_")) {
                throw at(in, field).mistake(name + " is Mulligan's own and is given to nobody");
            }
        }
        return names;
    }

    static int whole(Mapping in, String field, int otherwise, int least, int most) {
        if (in.text(field).isEmpty()) {
            return otherwise;
        }
        String text = in.text(field).orElse("");
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with the bounds.
        }
        throw at(in, field).mistake(field + " must be a whole number from " + least + " to " + most + ", not " + text);
    }

    static boolean truth(Mapping in, String field, boolean otherwise) {
        return switch (in.text(field).orElse(String.valueOf(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw at(in, field).mistake(field + " must be true or false");
        };
    }
}
