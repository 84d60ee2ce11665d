package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import java.util.List;

/** One way in which models write edits. A new one is a class like its siblings and a line in {@link EditDialects}. */
public interface EditDialect {
    /** As the manual calls it. */
    String name();

    /** The programs that ask models for it, for the manual. */
    String usedBy();

    /** Answers in this dialect; tests apply them, the manual shows the first. */
    List<DialectSample> samples();

    /** Everything in the answer that is written in this dialect, whether it can be applied or not. */
    List<AnswerRegion> read(AnswerLines answer);
}
