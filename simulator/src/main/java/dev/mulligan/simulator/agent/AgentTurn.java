package dev.mulligan.simulator.agent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the simulated agent does in one start, in this order: sleep, leave a child behind, make noise, change files, say
 * something, complain, end.
 *
 * @param when served only when the prompt contains this text
 * @param times for how many starts
 * @param noise so many bytes of talk before the reply
 * @param complaint what goes to standard error
 */
public record AgentTurn(
        String when,
        int times,
        Duration sleep,
        Optional<Child> child,
        long noise,
        Map<String, String> write,
        List<String> delete,
        List<String> say,
        String complaint,
        Ending ending,
        Report report) {

    public static final int FOREVER = Integer.MAX_VALUE;

    public AgentTurn {
        write = Map.copyOf(write);
        delete = List.copyOf(delete);
        say = List.copyOf(say);
    }

    /** A process that outlives the agent and keeps its output open; a stubborn one does not heed SIGTERM. */
    public record Child(Duration life, boolean stubborn) {}

    /** What it says about its own work. */
    public record Report(int turns, long inputTokens, long outputTokens, double dollars) {}

    /** How it ends. */
    public sealed interface Ending {

        /** Reports success. */
        record Done(int exit) implements Ending {}

        /** Reports failure in its own words; the exit code may say otherwise. */
        record Failed(int exit, String message) implements Ending {}

        /** Goes without a last word. */
        record Crash(int exit) implements Ending {}

        /** Kills itself. */
        record Killed() implements Ending {}

        /** Goes silent for this long, then without a last word. */
        record Stall(Duration silence) implements Ending {}
    }
}
