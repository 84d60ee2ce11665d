package dev.mulligan.server.run;

import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** One step of a run in the making: facts that events add to, and what happened in its order. */
final class StepDetails {
    private static final int MOST_ENTRIES = 300;
    private static final int OUTPUT_SHOWN = 4000;

    final Map<String, Object> facts = new LinkedHashMap<>();
    final List<JsonObject> attempts = new ArrayList<>();
    final List<JsonObject> verifications = new ArrayList<>();
    final List<Map<String, Object>> candidates = new ArrayList<>();
    final List<JsonObject> patches = new ArrayList<>();
    final List<String> hypotheses = new ArrayList<>();
    final List<JsonObject> timeline = new ArrayList<>();
    final Set<Integer> ofRound = new HashSet<>();
    final Map<Integer, String> proposed = new HashMap<>();
    final StringBuilder output = new StringBuilder();
    int round = 1;

    void say(Recorded recorded, String kind, String text, Object... more) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("at", recorded.at());
        entry.put("kind", kind);
        entry.put("text", text);
        for (int i = 0; i < more.length; i += 2) {
            entry.put((String) more[i], more[i + 1]);
        }
        if (timeline.size() < MOST_ENTRIES) {
            timeline.add(new JsonObject(entry));
        }
    }

    /** For the candidate of this round that has no change yet, or else for the one that is about to be told. */
    void propose(int candidate, String artifact) {
        Optional<Map<String, Object>> made = candidates.stream()
                .filter(one -> Objects.equals(one.get("round"), round)
                        && Objects.equals(one.get("candidate"), candidate)
                        && Objects.equals(one.get("valid"), true)
                        && Objects.equals(one.get("artifact"), Optional.empty()))
                .findFirst();
        made.ifPresentOrElse(
                one -> one.put("artifact", Optional.of(artifact)), () -> proposed.put(candidate, artifact));
    }

    /** The end of what the agent says: the rest is in the trace. */
    void said(String text) {
        output.append(text);
        if (output.length() > 2 * OUTPUT_SHOWN) {
            output.delete(0, output.length() - OUTPUT_SHOWN);
        }
    }

    Map<String, Object> shown() {
        Map<String, Object> shown = new LinkedHashMap<>(facts);
        shown.put("attemptsMade", attempts);
        shown.put("verifications", verifications);
        shown.put("candidates", candidates);
        shown.put("patches", patches);
        shown.put("diagnosis", hypotheses);
        shown.put("timeline", timeline);
        if (!output.isEmpty()) {
            shown.put("output", output.substring(Math.max(0, output.length() - OUTPUT_SHOWN)));
        }
        return shown;
    }
}
