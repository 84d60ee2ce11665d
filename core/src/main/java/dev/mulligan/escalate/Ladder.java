package dev.mulligan.escalate;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Models in order of strength, weakest first, and the ones to fall back to when a model cannot serve.
 *
 * @param fallbacks other models per model, best first; without an entry the rung below is used
 */
public record Ladder(List<Model> rungs, Map<String, List<String>> fallbacks) {

    public Ladder {
        rungs = List.copyOf(rungs);
        fallbacks = Map.copyOf(fallbacks);
    }

    /** A ladder without fallbacks. */
    public static Ladder of(List<Model> weakestFirst) {
        return new Ladder(weakestFirst, Map.of());
    }

    /** The next stronger model; empty at the top, and for a model that is not on the ladder. */
    public Optional<String> above(String model) {
        int at = indexOf(model);
        return at >= 0 && at + 1 < rungs.size() ? Optional.of(rungs.get(at + 1).id()) : Optional.empty();
    }

    /** The nearest stronger model whose window is larger. */
    public Optional<String> largerWindow(String model) {
        int at = indexOf(model);
        if (at < 0) {
            return Optional.empty();
        }
        int window = rungs.get(at).contextWindow();
        return rungs.subList(at + 1, rungs.size()).stream()
                .filter(rung -> rung.contextWindow() > window)
                .map(Model::id)
                .findFirst();
    }

    /** A model to use while this one cannot serve. */
    public Optional<String> fallback(String model) {
        int at = indexOf(model);
        List<String> named = fallbacks.getOrDefault(
                model, at < 0 ? List.of() : fallbacks.getOrDefault(rungs.get(at).id(), List.of()));
        if (!named.isEmpty()) {
            return Optional.of(named.getFirst());
        }
        return at > 0 ? Optional.of(rungs.get(at - 1).id()) : Optional.empty();
    }

    /** Like {@link #above}, with the reason in the error when there is nothing above. */
    public String strongerThan(String model) {
        if (indexOf(model) < 0) {
            throw new TopOfLadderException(model + " is not on the ladder: " + names());
        }
        return above(model)
                .orElseThrow(() -> new TopOfLadderException(
                        model + " is already the most capable model of the ladder: " + names()));
    }

    /** The model of this name, with or without a date, prefix or suffix. */
    public Optional<Model> find(String model) {
        int at = indexOf(model);
        return at < 0 ? Optional.empty() : Optional.of(rungs.get(at));
    }

    private int indexOf(String model) {
        for (int i = 0; i < rungs.size(); i++) {
            if (rungs.get(i).id().equals(model)) {
                return i;
            }
        }
        String bare = ModelNames.bare(model);
        for (int i = 0; i < rungs.size(); i++) {
            if (ModelNames.bare(rungs.get(i).id()).equals(bare)) {
                return i;
            }
        }
        return -1;
    }

    private String names() {
        return String.join(" → ", rungs.stream().map(Model::id).toList());
    }
}
