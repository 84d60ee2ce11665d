package dev.mulligan.explain.output;

/** Reads one tool's output. Gives {@link Findings#NONE} when the output is not that tool's. */
public interface ToolParser {
    String tool();

    Findings parse(Output out);
}
