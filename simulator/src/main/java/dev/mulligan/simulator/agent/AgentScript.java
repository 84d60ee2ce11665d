package dev.mulligan.simulator.agent;

import java.nio.file.Path;
import java.util.List;

/**
 * What the simulated agent does when.
 *
 * @param state the folder where starts are counted and kept, safe for many processes at once
 */
public record AgentScript(List<AgentTurn> turns, Path state) {
    public AgentScript {
        turns = List.copyOf(turns);
    }
}
