package dev.mulligan.cli.support;

import java.util.Arrays;

/** {@code mulligan --debug COMMAND}: what is otherwise said in one sentence is also shown with what led to it. */
public final class Debugging {

    private static final String ON = "mulligan.debug";
    private static final String LEVEL = "org.slf4j.simpleLogger.log.";

    private Debugging() {}

    /** Switches it on when the first argument asks for it, before anything is logged. Returns the other arguments. */
    public static String[] on(String... args) {
        if (args.length == 0 || !args[0].equals("--debug")) {
            return args;
        }
        System.setProperty(ON, "true");
        System.setProperty(LEVEL + "dev.mulligan", "debug");
        System.setProperty(LEVEL + "com.github.kagkarlsson.scheduler", "warn");
        System.setProperty(LEVEL + "com.zaxxer.hikari", "warn");
        return Arrays.copyOfRange(args, 1, args.length);
    }

    static boolean isOn() {
        return Boolean.getBoolean(ON);
    }
}
