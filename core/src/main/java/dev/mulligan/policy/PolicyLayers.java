package dev.mulligan.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A policy put together from several places, the later over the earlier: built-in, template, user, project, stage, step,
 * tool. Remembers where each value came from and which values never count.
 */
public final class PolicyLayers {

    private static final String TEMPLATE = "template";

    private final List<Layer> layers;

    /**
     * Values from one place.
     *
     * @param origin where they stand, for people: {@code project mulligan.yaml:12}
     * @param values field name to plain value; {@code template} names a policy to start from, {@code never} is one
     */
    public record Layer(String origin, Map<String, Object> values) {
        public Layer {
            values = Map.copyOf(values);
        }
    }

    /** One field of the policy that results. */
    public record Setting(String field, String value, String origin) {}

    /** A value that was written down and does not count, because a later layer says otherwise. */
    public record Shadowed(String field, String origin, String by) {}

    /** The policy that results, with the story of each value. */
    public record Effective(RetryPolicy policy, List<Setting> settings, List<Shadowed> shadowed) {}

    private PolicyLayers(List<Layer> layers) {
        this.layers = layers;
    }

    /** What a layer may hold. */
    public static List<String> fields() {
        return Stream.concat(Stream.of(TEMPLATE), PolicyField.names().stream()).toList();
    }

    /** Nothing but the built-in default. */
    public static PolicyLayers builtIn() {
        return new PolicyLayers(List.of());
    }

    /** With one more layer on top of those before it. */
    public PolicyLayers over(Layer layer) {
        List<Layer> more = new ArrayList<>(layers);
        more.add(layer);
        return new PolicyLayers(List.copyOf(more));
    }

    /**
     * The policy they make together, and where each of its values comes from.
     *
     * @throws InvalidPolicyException if they make one that cannot be meant
     */
    public Effective resolve() {
        RetryPolicy policy = PolicyTemplates.get("default");
        Map<String, String> origins = new LinkedHashMap<>();
        PolicyField.names().forEach(name -> origins.put(name, "built-in"));
        List<Shadowed> shadowed = new ArrayList<>();
        Map<String, String> written = new LinkedHashMap<>();
        for (Layer layer : layers) {
            refuseUnknown(layer);
            Optional<RetryPolicy> start = template(layer);
            if (start.isPresent()) {
                policy = start.get();
                String origin = "template " + policy.name() + " (" + layer.origin() + ")";
                written.forEach((field, from) -> shadowed.add(new Shadowed(field, from, origin)));
                written.clear();
                origins.replaceAll((field, from) -> origin);
            }
            for (PolicyField field : PolicyField.ALL) {
                Object value = layer.values().get(field.wireName());
                if (value != null) {
                    policy = lay(policy, field, value, layer);
                    origins.put(field.wireName(), layer.origin());
                    String before = written.put(field.wireName(), layer.origin());
                    if (before != null) {
                        shadowed.add(new Shadowed(field.wireName(), before, layer.origin()));
                    }
                }
            }
        }
        RetryPolicy result = policy;
        List<Setting> settings = PolicyField.ALL.stream()
                .map(field -> new Setting(
                        field.wireName(), field.show(result), origins.getOrDefault(field.wireName(), "built-in")))
                .toList();
        return new Effective(result, settings, List.copyOf(shadowed));
    }

    private static RetryPolicy lay(RetryPolicy policy, PolicyField field, Object value, Layer layer) {
        try {
            return field.layOver(policy, value);
        } catch (InvalidPolicyException e) {
            throw e.at(layer.origin());
        }
    }

    private static Optional<RetryPolicy> template(Layer layer) {
        Object name = layer.values().get(TEMPLATE);
        if (name == null) {
            return Optional.empty();
        }
        String text = PolicyValues.text(TEMPLATE, name);
        return Optional.of(text.equals("never") ? RetryPolicy.never() : PolicyTemplates.get(text));
    }

    private static void refuseUnknown(Layer layer) {
        for (String name : layer.values().keySet()) {
            boolean known = name.equals(TEMPLATE) || PolicyField.isKnown(name);
            PolicyChecks.when(
                    !known,
                    name,
                    layer.origin(),
                    "is not a field of a policy; there are " + String.join(", ", fields()));
        }
    }
}
