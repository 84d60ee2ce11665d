package dev.mulligan.escalate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The models that are known, weakest first within a provider. */
public final class Models {

    private final Map<String, Model> byId;
    /** Looked for in every request: a model that is not known must not cost a walk through all of them. */
    private final Map<String, Model> byBareName = new HashMap<>();

    private Models(Map<String, Model> byId) {
        this.byId = byId;
        byId.values().forEach(model -> byBareName.putIfAbsent(ModelNames.bare(model.id()), model));
    }

    /** The table that ships. */
    public static Models standard() {
        try (InputStream in = Models.class.getResourceAsStream("models.csv")) {
            if (in == null) {
                throw new IllegalStateException("models.csv is missing from the jar");
            }
            return of(ModelTable.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A table of one's own instead of the one that ships. */
    public static Models of(List<Model> models) {
        Map<String, Model> byId = new LinkedHashMap<>();
        models.forEach(model -> byId.put(model.id(), model));
        return new Models(byId);
    }

    /** The same with these added or replaced. */
    public Models with(List<Model> more) {
        List<Model> all = new ArrayList<>(byId.values());
        all.addAll(more);
        return of(all);
    }

    /** All of them, weakest first within a provider. */
    public List<Model> all() {
        return List.copyOf(byId.values());
    }

    /** Finds a model by the name clients use: with a date, a provider prefix or a routing suffix, too. */
    public Optional<Model> find(String name) {
        Model exact = byId.get(name);
        if (exact != null) {
            return Optional.of(exact);
        }
        String bare = ModelNames.bare(name);
        Model found = byId.get(bare);
        return Optional.ofNullable(found == null ? byBareName.get(bare) : found);
    }

    /** The model itself and, above it, its provider's current models of higher tiers. Empty for an unknown model. */
    public Ladder ladderFor(String name) {
        Optional<Model> start = find(name);
        if (start.isEmpty()) {
            return Ladder.of(List.of());
        }
        Model own = start.get();
        List<Model> rungs = new ArrayList<>();
        currentOf(own.provider()).filter(model -> model.tier() < own.tier()).forEach(rungs::add);
        rungs.add(own);
        currentOf(own.provider()).filter(model -> model.tier() > own.tier()).forEach(rungs::add);
        return Ladder.of(rungs);
    }

    /** The provider's current models. */
    public Ladder ladderOf(String provider) {
        return Ladder.of(currentOf(provider).toList());
    }

    private Stream<Model> currentOf(String provider) {
        return byId.values().stream()
                .filter(model -> model.current() && model.provider().equals(provider))
                .sorted(Comparator.comparingInt(Model::tier));
    }
}
