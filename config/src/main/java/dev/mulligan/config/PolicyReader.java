package dev.mulligan.config;

import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.text.YamlException;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads what a file says about one policy. A mistake is told here, where its line is known, and before anything starts. */
public final class PolicyReader {

    private static final String TEMPLATE = "template";

    /** Delays that agree with any other: whether a value fits the rest is seen when all layers are there. */
    private static final Layer OPEN = new Layer("none", Map.of("base", "0s", "cap", "30d"));

    private PolicyReader() {}

    /**
     * A word alone names a template: {@code deploy: never}.
     *
     * @param origin what the layer belongs to, for people
     * @throws YamlException if a field is not one of a policy, or its value cannot be meant
     */
    public static Layer layer(String origin, YamlValue value) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (value instanceof Scalar scalar && !scalar.isNull()) {
            put(values, TEMPLATE, value);
        } else {
            Mapping written = value.asMapping("a policy");
            written.allowOnly(PolicyLayers.fields().toArray(String[]::new));
            written.members().forEach((field, entry) -> put(values, field, entry));
        }
        return new Layer(origin + " (" + value.at().file() + ":" + value.at().line() + ")", values);
    }

    private static void put(Map<String, Object> values, String field, YamlValue entry) {
        Object plain = entry instanceof Scalar scalar && field.equals(TEMPLATE) ? scalar.text() : entry.plain();
        if (plain == null) {
            return;
        }
        try {
            PolicyLayers.builtIn()
                    .over(OPEN)
                    .over(new Layer(field, Map.of(field, plain)))
                    .resolve();
        } catch (InvalidPolicyException e) {
            throw entry.mistake(e.mistake());
        }
        values.put(field, plain);
    }
}
