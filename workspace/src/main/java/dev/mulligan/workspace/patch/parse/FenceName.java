package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Optional;

/** The file that a code fence names behind its language: {@code python src/a.py}, {@code ts:src/a.ts}, {@code title="a.js"}. */
public final class FenceName {
    private static final List<String> KEYS = List.of("title=", "file=", "filename=", "path=", "filepath=", "name=");

    private FenceName() {}

    /** Empty also where the fence names lines of a file: it then shows them, and is no file. */
    public static Optional<String> in(String line, KnownFiles files) {
        String info = CodeFence.opening(line).map(CodeFence::info).orElse("");
        if (info.isEmpty()) {
            return Optional.empty();
        }
        String[] words = info.split("[ \t,]+", -1);
        if (isPath(info, files) && words.length > 1 && files.hasFile(info)) {
            return Optional.of(info);
        }
        for (int i = 0; i < words.length; i++) {
            String word = valueOf(words[i]);
            int colon = word.indexOf(':');
            boolean labelled = colon > 0 && word.substring(0, colon).chars().allMatch(Character::isLetter);
            String name = labelled ? word.substring(colon + 1) : word;
            // A language can have a dot, too: a lone word is a file only where it has a folder, or is there.
            boolean first = i == 0 && !labelled;
            if (isPath(name, files) && (!first || name.indexOf('/') >= 0 || files.hasFile(name))) {
                return i + 1 < words.length && isRange(words[i + 1]) ? Optional.empty() : Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static String valueOf(String word) {
        for (String key : KEYS) {
            if (word.startsWith(key)) {
                return word.substring(key.length()).replace("\"", "").replace("'", "");
            }
        }
        return word;
    }

    private static boolean isPath(String name, KnownFiles files) {
        return name.indexOf(':') < 0
                && name.indexOf('#') < 0
                && name.indexOf('=') < 0
                && WrittenPath.alone(name, files).filter(name::equals).isPresent();
    }

    /** {@code (27-28)}, {@code L27-L28}, {@code lines}. */
    private static boolean isRange(String word) {
        return word.startsWith("line")
                || (word.chars().anyMatch(Character::isDigit)
                        && word.chars().allMatch(c -> "()[]L-:0123456789".indexOf(c) >= 0));
    }
}
