package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A tag that names its file itself and is about the whole of it: {@code <file path="a.py">}, {@code <dyad-write path="a.py">}. */
public final class FileTag {
    private static final List<String> PATHS =
            List.of("path", "file_path", "filePath", "filepath", "file", "filename", "target_file");
    private static final List<String> OLD_PATHS = List.of("from", "old_path", "oldPath", "source");
    private static final Set<String> WRITING = Set.of("file", "boltaction", "bolt-file");
    private static final List<String> WRITES = List.of("write", "create", "new", "overwrite", "rewrite");
    private static final List<String> CHANGES =
            List.of("edit", "patch", "replace", "diff", "modify", "update", "change", "insert", "append");
    private static final List<String> REMOVES = List.of("delete", "remove");
    private static final List<String> MOVES = List.of("rename", "move");

    private FileTag() {}

    /** What a tag wants of its file. */
    public enum Purpose {
        WRITE,
        CHANGE,
        DELETE,
        MOVE
    }

    /** The file a tag names. */
    public static Optional<String> path(EditTag tag) {
        boolean moves = named(tag.name()).filter(Purpose.MOVE::equals).isPresent();
        return (moves ? Stream.concat(PATHS.stream(), OLD_PATHS.stream()) : PATHS.stream())
                .flatMap(name -> tag.attribute(name).stream())
                .findFirst()
                .filter(path -> !path.isBlank());
    }

    /** The tag that a line begins with, if it is for a file it names. */
    public static Optional<EditTag> startOf(String line) {
        String text = line.strip();
        return text.startsWith("<")
                ? EditTag.in(text).stream()
                        .findFirst()
                        .filter(tag -> tag.start() == 0 && purpose(tag).isPresent())
                : Optional.empty();
    }

    /** The name of such a tag, if a line begins with what closes one. */
    public static Optional<String> closedBy(String line) {
        String text = line.strip();
        return text.startsWith("</")
                ? EditTag.in(text).stream()
                        .findFirst()
                        .filter(tag -> tag.start() == 0 && tag.closing())
                        .map(EditTag::name)
                        .filter(name -> WRITING.contains(name) || named(name).isPresent())
                : Optional.empty();
    }

    /** Whether a line ends with the tag that closes this one. */
    public static boolean closes(EditTag tag, String line) {
        return line.stripTrailing().toLowerCase(Locale.ROOT).endsWith("</" + tag.name() + ">");
    }

    /** What it is for, if it is such a tag. */
    public static Optional<Purpose> purpose(EditTag tag) {
        if (tag.closing() || path(tag).isEmpty()) {
            return Optional.empty();
        }
        String action = Stream.of("action", "operation", "type", "mode")
                .flatMap(name -> tag.attribute(name).stream())
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
        return named(action)
                .or(() -> named(tag.name()))
                .or(() -> WRITING.contains(tag.name()) ? Optional.of(Purpose.WRITE) : Optional.empty());
    }

    private static Optional<Purpose> named(String word) {
        List<String> parts = List.of(word.split("[-_:]"));
        if (parts.stream().anyMatch(REMOVES::contains)) {
            return Optional.of(Purpose.DELETE);
        }
        if (parts.stream().anyMatch(MOVES::contains)) {
            return Optional.of(Purpose.MOVE);
        }
        if (parts.stream().anyMatch(CHANGES::contains)) {
            return Optional.of(Purpose.CHANGE);
        }
        return parts.stream().anyMatch(WRITES::contains) ? Optional.of(Purpose.WRITE) : Optional.empty();
    }
}
