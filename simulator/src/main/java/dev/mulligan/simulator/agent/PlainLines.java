package dev.mulligan.simulator.agent;

import java.io.PrintStream;

/** A program that just answers. Failure is told as Claude Code tells it: a plain text has no word for it. */
final class PlainLines implements AgentLines {

    private final PrintStream out;

    PlainLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public void started() {}

    @Override
    public void wrote(String path, String content) {}

    @Override
    public void said(String text) {
        out.println(text);
    }

    @Override
    public void done(AgentTurn.Report report, String text) {}

    @Override
    public void failed(AgentTurn.Report report, String text) {
        new ClaudeLines(out, "simulated").failed(report, text);
    }
}
