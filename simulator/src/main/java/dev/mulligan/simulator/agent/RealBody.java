package dev.mulligan.simulator.agent;

import java.io.IOException;
import java.time.Duration;

/** This process, on a system with a shell. */
public final class RealBody implements AgentSimulator.Body {

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public void kill() throws IOException {
        String self = String.valueOf(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("kill", "-KILL", self).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(137);
    }

    @Override
    public void leaveBehind(AgentTurn.Child child) throws IOException {
        String sleep = "sleep " + child.life().toMillis() / 1000.0;
        new ProcessBuilder("sh", "-c", child.stubborn() ? "trap '' TERM; " + sleep : sleep)
                .inheritIO()
                .start();
    }
}
