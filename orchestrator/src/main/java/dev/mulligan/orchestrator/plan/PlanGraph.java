package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which step waits for which. */
public final class PlanGraph {

    private final Map<String, List<String>> needs;

    private PlanGraph(Map<String, List<String>> needs) {
        this.needs = needs;
    }

    public static PlanGraph of(List<Step> steps) {
        Map<String, List<String>> needs = new LinkedHashMap<>();
        steps.forEach(step -> needs.put(step.id(), step.needs()));
        return new PlanGraph(needs);
    }

    /** Steps that are not done or running and whose needs are done, in the plan's order. */
    public List<String> ready(Set<String> done, Set<String> running) {
        return needs.entrySet().stream()
                .filter(entry -> !done.contains(entry.getKey()) && !running.contains(entry.getKey()))
                .filter(entry -> done.containsAll(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether two steps could run at the same time: unless each step waits for the one before it. */
    public boolean isParallel() {
        Map<String, Integer> open = new HashMap<>();
        Map<String, List<String>> after = new HashMap<>();
        needs.forEach((step, before) -> {
            Set<String> own = new LinkedHashSet<>(before);
            open.put(step, own.size());
            own.forEach(
                    one -> after.computeIfAbsent(one, _ -> new ArrayList<>()).add(step));
        });
        List<String> wave = needs.keySet().stream()
                .filter(step -> open.getOrDefault(step, 0) == 0)
                .toList();
        while (wave.size() == 1) {
            wave = after.getOrDefault(wave.getFirst(), List.of()).stream()
                    .filter(step -> open.merge(step, -1, Integer::sum) == 0)
                    .toList();
        }
        return wave.size() > 1;
    }

    /** Everything that waits, directly or not, for this step. */
    public Set<String> behind(String id) {
        Set<String> behind = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(id));
        while (!open.isEmpty()) {
            String at = open.removeLast();
            needs.forEach((step, before) -> {
                if (before.contains(at) && behind.add(step)) {
                    open.add(step);
                }
            });
        }
        return behind;
    }

    /** A cycle as the steps it goes through, if there is one. */
    public Optional<List<String>> cycle() {
        Set<String> done = new LinkedHashSet<>();
        while (true) {
            List<String> next = ready(done, Set.of());
            if (next.isEmpty()) {
                break;
            }
            done.addAll(next);
        }
        if (done.size() == needs.size()) {
            return Optional.empty();
        }
        return Optional.of(follow(done));
    }

    private List<String> follow(Set<String> done) {
        String at = needs.keySet().stream()
                .filter(id -> !done.contains(id))
                .findFirst()
                .orElseThrow();
        List<String> path = new ArrayList<>();
        while (!path.contains(at)) {
            path.add(at);
            at = needs.getOrDefault(at, List.of()).stream()
                    .filter(id -> !done.contains(id))
                    .findFirst()
                    .orElseThrow();
        }
        path.add(at);
        return path.subList(path.indexOf(at), path.size());
    }

    void refuseCycle(YamlValue plan) {
        cycle().ifPresent(path -> {
            throw plan.mistake("steps wait for each other in a circle: " + String.join(" → ", path));
        });
    }
}
