package dev.mulligan.agent;

import dev.mulligan.redact.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The files an agent without tools must see: those the prompt names first, then the small ones, up to a bound. They leave
 * the machine, so files that git ignores are not among them, nor any that looks like a secret or holds one.
 */
final class FileContext {

    private static final int MOST_CHARS = 120_000;
    private static final long LARGEST_FILE = 40_000;
    private static final int MOST_NAMED = 50;

    private FileContext() {}

    static String of(Path root, String prompt, Map<String, String> environment) throws InterruptedException {
        List<Path> files = new ArrayList<>(WorkspaceFiles.list(root, environment));
        files.sort(Comparator.comparing((Path file) -> !prompt.contains(String.valueOf(file.getFileName())))
                .thenComparing(Path::toString));
        StringBuilder shown = new StringBuilder("\n\nThe files of the workspace:\n");
        List<String> leftOut = new ArrayList<>();
        for (Path file : files) {
            String name = root.relativize(file).toString().replace('\\', '/');
            if (SecretFiles.isOne(file)) {
                leftOut.add(name);
                continue;
            }
            String text = text(file);
            if (text.isEmpty() || shown.length() + text.length() >= MOST_CHARS) {
                continue;
            }
            if (Secrets.redact(text).equals(text)) {
                shown.append("\n=== ").append(name).append('\n').append(text);
            } else {
                leftOut.add(name);
            }
        }
        if (!leftOut.isEmpty()) {
            shown.append("\n\nNot shown, because they hold something that looks like a secret (do not change them): ")
                    .append(String.join(", ", leftOut.subList(0, Math.min(MOST_NAMED, leftOut.size()))))
                    .append(leftOut.size() > MOST_NAMED ? " and " + (leftOut.size() - MOST_NAMED) + " more" : "")
                    .append('\n');
        }
        return shown.toString();
    }

    /** Empty for what is too large, not text, or a link that may lead anywhere. */
    private static String text(Path file) {
        try {
            boolean small = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= LARGEST_FILE;
            return small ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
