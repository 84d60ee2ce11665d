package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Locale;

/** Whether the language named on a fence can be that of a file. */
public final class FenceLanguage {
    /** Names of one language on fences and as endings of files; what stands in no row is not judged. */
    private static final List<List<String>> FAMILIES = List.of(
            List.of("python", "py", "python3", "pyi"),
            List.of("java"),
            List.of("kotlin", "kt", "kts"),
            List.of("javascript", "js", "jsx", "mjs", "cjs", "typescript", "ts", "tsx", "mts", "cts", "vue", "svelte"),
            List.of("go", "golang"),
            List.of("rust", "rs"),
            List.of("ruby", "rb", "erb", "rake", "gemspec"),
            List.of("php"),
            List.of("c", "h", "cpp", "c++", "cc", "cxx", "hpp", "hh", "objc", "m", "mm", "cu", "ino"),
            List.of("csharp", "cs", "c#"),
            List.of("swift"),
            List.of("bash", "sh", "shell", "zsh", "console", "shell-session"),
            List.of("html", "htm", "xml", "xhtml", "svg", "xsd", "pom", "csproj"),
            List.of("css", "scss", "sass", "less"),
            List.of("sql"),
            List.of("diff", "patch", "udiff"));

    private FenceLanguage() {}

    public static boolean contradicts(String info, String path) {
        String name = info.split("[ :{,]", 2)[0].toLowerCase(Locale.ROOT);
        String ending = path.substring(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1)
                .toLowerCase(Locale.ROOT);
        boolean named = FAMILIES.stream().anyMatch(family -> family.contains(name));
        boolean known = FAMILIES.stream().anyMatch(family -> family.contains(ending));
        boolean together = FAMILIES.stream().anyMatch(family -> family.contains(name) && family.contains(ending));
        boolean change = FAMILIES.getLast().contains(name);
        return named && !together && (known || change);
    }
}
