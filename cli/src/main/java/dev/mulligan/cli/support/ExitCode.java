package dev.mulligan.cli.support;

/** What a process of ours ends with; documented in the help of each command. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int NO_EVIDENCE = 3;
    public static final int TRY_LATER = 75;

    private ExitCode() {}
}
