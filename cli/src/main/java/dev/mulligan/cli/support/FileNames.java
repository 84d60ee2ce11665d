package dev.mulligan.cli.support;

import java.util.List;
import java.util.stream.Collectors;

/** Names of files in one line of output. */
public final class FileNames {

    private static final int MOST = 12;

    private FileNames() {}

    /** The first ones, and how many more there are: a line must stay readable whatever an agent did. */
    public static String of(List<String> files) {
        String first = files.stream().limit(MOST).map(FileNames::one).collect(Collectors.joining(", "));
        return files.size() <= MOST ? first : first + " and " + (files.size() - MOST) + " more";
    }

    /** The name, quoted as git does where it holds a line break or another character that is not shown. */
    public static String one(String file) {
        if (file.chars().noneMatch(Character::isISOControl)) {
            return file;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < file.length(); i++) {
            char c = file.charAt(i);
            quoted.append(
                    switch (c) {
                        case '\n' -> "\\n";
                        case '\r' -> "\\r";
                        case '\t' -> "\\t";
                        case '"' -> "\\\"";
                        case '\\' -> "\\\\";
                        default -> Character.isISOControl(c) ? String.format("\\%03o", (int) c) : String.valueOf(c);
                    });
        }
        return quoted.append('"').toString();
    }
}
