package dev.mulligan.cli.exec;

import java.util.Locale;

/** What a command is for, which decides how often it is tried and what counts as passed. */
enum OperationKind {
    /** A fix between tries. */
    TEST(3, "tests"),
    /** Between tries the feedback is applied; the command's output must hold a verdict. */
    REVIEW(2, "verdict"),
    /** One more try, for transient causes only. */
    BUILD(2, "exit"),
    /** As often as the caller says. */
    CUSTOM(0, "exit");

    private final int usualTries;
    private final String evidence;

    OperationKind(int usualTries, String evidence) {
        this.usualTries = usualTries;
        this.evidence = evidence;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    int usualTries() {
        return usualTries;
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
