package dev.mulligan.cli;

/** What a process of ours ends with; documented in the help of each command. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int NO_EVIDENCE = 3;
    static final int TRY_LATER = 75;

    private ExitCode() {}
}
