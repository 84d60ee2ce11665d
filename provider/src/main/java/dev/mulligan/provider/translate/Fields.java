package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.ModelRequest.Sampling;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One object of a request while it is read. Every member is asked for, left out on purpose, or refused by {@link #end}:
 * nothing is lost because nobody looked.
 */
final class Fields {

    private final Wire wire;
    private final JsonObject object;
    private final String path;
    private final List<String> dropped;
    private final Set<String> seen = new HashSet<>();

    /** The request itself. */
    Fields(Wire wire, JsonObject object) {
        this(wire, object, "", new ArrayList<>());
    }

    private Fields(Wire wire, JsonObject object, String path, List<String> dropped) {
        this.wire = wire;
        this.object = object;
        this.path = path;
        this.dropped = dropped;
    }

    String name(String member) {
        return path.isEmpty() ? member : path + "." + member;
    }

    String path() {
        return path;
    }

    /** What was left out so far of the whole request. */
    List<String> dropped() {
        return dropped;
    }

    boolean says(String member) {
        return saysSomething(object.get(member));
    }

    @Nullable
    Object raw(String member) {
        seen.add(member);
        return object.get(member);
    }

    Optional<String> text(String member) {
        seen.add(member);
        return object.text(member);
    }

    OptionalLong number(String member) {
        seen.add(member);
        return object.number(member);
    }

    Optional<Number> decimal(String member) {
        return raw(member) instanceof Number number ? Optional.of(number) : Optional.empty();
    }

    /** {@code temperature} and {@code top_p} have one name on all wires; the limit and the stops do not. */
    Sampling sampling(OptionalLong maxTokens, List<String> stops) {
        return new Sampling(maxTokens, decimal("temperature"), decimal("top_p"), stops);
    }

    Optional<Boolean> truth(String member) {
        seen.add(member);
        return object.truth(member);
    }

    Optional<JsonObject> object(String member) {
        seen.add(member);
        return object.object(member);
    }

    Optional<Fields> fields(String member) {
        seen.add(member);
        return object.object(member).map(inner -> new Fields(wire, inner, name(member), dropped));
    }

    /** The items of a list, which all must be objects. */
    void each(String member, BiConsumer<Fields, String> reader) {
        seen.add(member);
        List<?> items = object.list(member);
        for (int i = 0; i < items.size(); i++) {
            String at = name(member) + "[" + i + "]";
            if (!(items.get(i) instanceof JsonObject item)) {
                throw new UntranslatableException(at, "is no JSON object");
            }
            Fields fields = new Fields(wire, item, at, dropped);
            reader.accept(fields, item.text("type", ""));
            fields.end();
        }
    }

    List<String> texts(String member) {
        List<String> texts = new ArrayList<>();
        for (Object item : object.list(member)) {
            texts.add(String.valueOf(item));
        }
        seen.add(member);
        return texts;
    }

    /** Members that may be missing on the other side. Those that say something are listed. */
    void drop(String... members) {
        for (String member : members) {
            seen.add(member);
            if (saysSomething(object.get(member))) {
                note(member);
            }
        }
    }

    void note(String member) {
        String shown = member.isEmpty() ? path : name(member).replaceAll("\\[[0-9]+]", "[]");
        if (!dropped.contains(shown)) {
            dropped.add(shown);
        }
    }

    UntranslatableException refused(String member) {
        return UntranslatableException.unknown(member.isEmpty() ? path : name(member), wire);
    }

    void end() {
        for (String member : object.members().keySet()) {
            if (!seen.contains(member) && saysSomething(object.get(member))) {
                throw refused(member);
            }
        }
    }

    private static boolean saysSomething(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean truth -> truth;
            case String text -> !text.isEmpty();
            case List<?> list -> !list.isEmpty();
            case JsonObject inner -> !inner.members().isEmpty();
            default -> true;
        };
    }
}
