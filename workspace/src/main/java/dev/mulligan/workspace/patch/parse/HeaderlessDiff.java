package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Optional;

/** Recognises the inside of a fence as lines of a diff without any header. */
public final class HeaderlessDiff {
    private static final List<String> NAMES = List.of("diff", "patch", "udiff");
    private static final List<String> TEXTS = List.of(".md", ".mdx", ".rst", ".txt", ".yaml", ".yml", ".adoc");

    private HeaderlessDiff() {}

    public static boolean is(String info, Optional<String> path, List<String> body) {
        boolean hasHeader = body.stream()
                .anyMatch(line -> HunkHeader.isHeader(line)
                        || line.startsWith("diff --git ")
                        || line.startsWith("+++ ")
                        || line.startsWith("Index: "));
        boolean adds = body.stream().anyMatch(line -> line.startsWith("+"));
        boolean removes = body.stream().anyMatch(line -> line.startsWith("-"));
        if (hasHeader || !(adds || removes)) {
            return false;
        }
        if (NAMES.contains(info.split("[ :{]", 2)[0])) {
            return true;
        }
        boolean listFile =
                path.filter(name -> TEXTS.stream().anyMatch(name::endsWith)).isPresent();
        boolean marked = body.stream().allMatch(line -> line.isEmpty() || " +-".indexOf(line.charAt(0)) >= 0);
        return adds && removes && marked && !listFile && path.isPresent();
    }
}
