package dev.mulligan.cli.exec;

import java.util.Locale;

/** What a command is for, which decides its policy and what counts as passed. */
enum OperationKind {
    /** A fix between tries. */
    TEST("tests"),
    /** Between tries the feedback is applied; the command's output must hold a verdict. */
    REVIEW("verdict"),
    /** One more try, for transient causes only. */
    BUILD("exit"),
    /** As often as the caller says. */
    CUSTOM("exit");

    private final String evidence;

    OperationKind(String evidence) {
        this.evidence = evidence;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The word of a plan's {@code evidence:}. */
    String evidence() {
        return evidence;
    }

    /** Whether changing the work between tries makes sense. */
    boolean isFixable() {
        return this != BUILD;
    }
}
