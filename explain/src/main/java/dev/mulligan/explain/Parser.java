package dev.mulligan.explain;

/** Reads one tool's output. Gives {@link Findings#NONE} when the output is not that tool's. */
interface Parser {
    String tool();

    Findings parse(Output out);
}
