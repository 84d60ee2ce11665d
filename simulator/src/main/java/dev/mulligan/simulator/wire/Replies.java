package dev.mulligan.simulator.wire;

import dev.mulligan.provider.Wire;

/** What the model answers to a request. */
@FunctionalInterface
public interface Replies {

    /** A healthy model that says the same to everybody. */
    Replies ALL_DONE = (wire, body) -> SimulatedReply.text("All done.");

    /**
     * The answer.
     *
     * @param body the request's body as text, for answers that depend on the prompt or on tool results
     */
    SimulatedReply to(Wire wire, String body);
}
