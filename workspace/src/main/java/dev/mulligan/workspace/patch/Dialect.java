package dev.mulligan.workspace.patch;

import java.util.List;

/** One way in which models write edits. A new one is a class like its siblings and a line in {@link Dialects}. */
interface Dialect {
    /** As the manual calls it. */
    String name();

    /** The programs that ask models for it, for the manual. */
    String usedBy();

    /** Answers in this dialect; tests apply them, the manual shows the first. */
    List<Sample> samples();

    /** Everything in the answer that is written in this dialect, whether it can be applied or not. */
    List<Region> read(AnswerLines answer);
}
