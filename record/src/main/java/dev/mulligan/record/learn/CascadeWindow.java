package dev.mulligan.record.learn;

import dev.mulligan.record.AdaptEvent.CascadeDetected;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Notices when many failures are one. Slides over the last distinct items, and counts each item once however often it
 * failed: three attempts at one step are no cascade, one attempt each at three steps is. Immutable.
 */
public final class CascadeWindow {

    /** One item's outcome, and where it happened. Empty text means unknown. */
    public record Item(
            String id,
            boolean failed,
            String signature,
            String stage,
            String model,
            String upstream,
            List<String> files) {}

    public static final int THRESHOLD = 3;
    public static final int SIZE = 5;

    private final int threshold;
    private final int size;
    private final List<Item> items;

    private CascadeWindow(int threshold, int size, List<Item> items) {
        this.threshold = threshold;
        this.size = size;
        this.items = items;
    }

    public static CascadeWindow standard() {
        return of(THRESHOLD, SIZE);
    }

    public static CascadeWindow of(int threshold, int size) {
        if (threshold < 1 || size < threshold) {
            throw new IllegalArgumentException(
                    "a cascade needs 1 <= threshold <= window, not threshold " + threshold + " and window " + size);
        }
        return new CascadeWindow(threshold, size, List.of());
    }

    /** The window after an item's newest outcome; an item that comes again replaces itself and becomes the newest. */
    public CascadeWindow with(Item item) {
        List<Item> next = new ArrayList<>(items);
        next.removeIf(known -> known.id().equals(item.id()));
        next.add(item);
        return new CascadeWindow(
                threshold, size, List.copyOf(next.subList(Math.max(0, next.size() - size), next.size())));
    }

    /** The window after all of these, oldest first. */
    public CascadeWindow withAll(List<Item> more) {
        CascadeWindow window = this;
        for (Item item : more) {
            window = window.with(item);
        }
        return window;
    }

    /** After a person said go on: what was seen so far no longer counts. */
    public CascadeWindow continued() {
        return new CascadeWindow(threshold, size, List.of());
    }

    public Optional<CascadeDetected> cascade() {
        List<Item> failed = items.stream().filter(Item::failed).toList();
        if (failed.size() < threshold) {
            return Optional.empty();
        }
        return Optional.of(new CascadeDetected(
                failed.size(),
                threshold,
                size,
                "pause_and_alert",
                failed.stream().map(Item::id).toList(),
                diagnosis(failed),
                recommendation(failed)));
    }

    private static String diagnosis(List<Item> failed) {
        String many = failed.size() + " different items failed";
        return shared(failed)
                .map(common -> many + " and share " + common.kind + " " + common.value)
                .orElse(many + " for different reasons and in different places");
    }

    private static String recommendation(List<Item> failed) {
        return shared(failed)
                .map(common -> common.advice)
                .orElse("Look at what changed before the first of them: dependencies, configuration, the plan itself.");
    }

    private record Common(String kind, String value, String advice) {}

    /** The most telling thing that all of them share. */
    private static Optional<Common> shared(List<Item> failed) {
        return common(failed, "the signature", Item::signature, "It is one failure: fix it once, then continue.")
                .or(() -> common(
                        failed,
                        "the upstream",
                        Item::upstream,
                        "Check the provider's status and your limits before continuing."))
                .or(() -> file(failed))
                .or(() -> common(
                        failed, "the model", Item::model, "Try the next step with another model before continuing."))
                .or(() -> common(
                        failed, "the stage", Item::stage, "Check the command, tools and environment of this stage."));
    }

    private static Optional<Common> common(List<Item> failed, String kind, Function<Item, String> part, String advice) {
        String value = part.apply(failed.getFirst());
        boolean all = !value.isEmpty()
                && failed.stream().allMatch(item -> part.apply(item).equals(value));
        return all ? Optional.of(new Common(kind, value, advice)) : Optional.empty();
    }

    private static Optional<Common> file(List<Item> failed) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        failed.forEach(item -> item.files().stream().distinct().forEach(file -> counts.merge(file, 1, Integer::sum)));
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() == failed.size())
                .findFirst()
                .map(entry -> new Common("the file", entry.getKey(), "Review this file before continuing."));
    }
}
