package dev.mulligan.agent;

import dev.mulligan.agent.process.ProcessEnding;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Follows the calls of tools that an agent tells of, and says when one breaks its limits. Safe for several threads. */
public final class ToolWatch {

    /** Why an agent is stopped. */
    public record Breach(ProcessEnding ending, String why) {}

    private final ToolLimits limits;
    private final CompletableFuture<Breach> breach = new CompletableFuture<>();
    private final Map<String, String> open = new HashMap<>();
    private final Map<String, Integer> failedInARow = new HashMap<>();

    public ToolWatch(ToolLimits limits) {
        this.limits = limits;
    }

    /** Done when a limit is broken. */
    public CompletableFuture<Breach> breach() {
        return breach;
    }

    public Optional<Breach> found() {
        return Optional.ofNullable(breach.getNow(null));
    }

    /** @param call names this one call until it ends */
    public synchronized void began(String call, String tool) {
        open.put(call, tool);
        limits.of(tool)
                .longest()
                .ifPresent(most -> CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> overdue(call, tool, most)));
    }

    private synchronized void overdue(String call, String tool, Duration most) {
        if (open.containsKey(call)) {
            breach.complete(new Breach(
                    ProcessEnding.TOOL_TIMED_OUT,
                    "a call of the tool " + tool + " took longer than the " + seconds(most) + " its policy allows"));
        }
    }

    public synchronized void ended(String call, boolean failed) {
        String tool = open.remove(call);
        if (tool == null) {
            return;
        }
        if (!failed) {
            failedInARow.remove(tool);
            return;
        }
        int times = failedInARow.merge(tool, 1, Integer::sum);
        OptionalInt most = limits.of(tool).failures();
        if (most.isPresent() && times >= most.getAsInt()) {
            breach.complete(new Breach(
                    ProcessEnding.TOOL_FAILED,
                    "the tool " + tool + " failed " + (times == 1 ? "" : times + " times in a row ")
                            + "and its policy allows no further attempt"));
        }
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
