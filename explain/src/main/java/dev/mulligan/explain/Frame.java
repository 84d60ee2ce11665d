package dev.mulligan.explain;

/** A place in source code; line 0 when unknown. */
record Frame(String file, int line) {
    Frame {
        file = Paths.tidy(file);
    }

    boolean library() {
        return Paths.library(file);
    }
}
