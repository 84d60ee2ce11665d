package dev.mulligan.cli.support;

import java.util.List;

/** Names of files in one line of output. */
public final class FileNames {

    private static final int MOST = 12;

    private FileNames() {}

    /** The first ones, and how many more there are: a line must stay readable whatever an agent did. */
    public static String of(List<String> files) {
        return files.size() <= MOST
                ? String.join(", ", files)
                : String.join(", ", files.subList(0, MOST)) + " and " + (files.size() - MOST) + " more";
    }
}
