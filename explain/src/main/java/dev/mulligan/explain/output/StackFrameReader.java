package dev.mulligan.explain.output;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stack frames of the usual languages, one line at a time. */
public final class StackFrameReader {
    private static final Pattern PYTHON = Pattern.compile("^\\s*(?:E\\s+|\\|\\s+)*File \"([^\"]+)\", line (\\d+)");
    private static final Pattern DOTNET = Pattern.compile(" in ((?:[A-Za-z]:)?[^:()]+):(?:line )?(\\d+)$");
    private static final Pattern JAVA = Pattern.compile("^at ([^\\s(]+) ?\\(([^():]+\\.\\w+):(\\d+)\\)");
    /** JUnit's console launcher leaves out the "at". */
    private static final Pattern JAVA_BARE =
            Pattern.compile("^(?:[\\w.]+/)?((?:[\\w$]+\\.)+[\\w$<>]+)\\((\\w+\\.(?:java|kt|scala|groovy)):(\\d+)\\)$");

    private static final Pattern VITEST = Pattern.compile("^❯ (?:.*\\s)?([^\\s():]+\\.\\w+):(\\d+):\\d+$");
    /** Bundlers and test servers give a source file an address. */
    private static final Pattern SERVED = Pattern.compile(
            "(?:webpack(?:-internal)?:/{2,3}[^/\\s)]*/|https?://[\\w.-]+(?::\\d+)?/(?:base/|@fs/)?)(?:\\./)?");

    private static final Pattern QUERY = Pattern.compile("\\?[\\w=&.%-]*(:\\d)");
    private static final Pattern SCRIPT = Pattern.compile(
            "^(?:at |❯ )(?:[^()]*? \\(|.*\\()?((?:file://|[A-Za-z]:[\\\\/])?[^():\\s][^():]*|node:[\\w/]+):(\\d+)(?::\\d+)?\\)?$");
    private static final Pattern SCRIPT_BARE =
            Pattern.compile("^(?:at |❯ )((?:file://)?[^\\s():]+):(\\d+)(?::\\d+)?(?: .*)?$");
    private static final Pattern GO = Pattern.compile("^(\\S+\\.(?:go|s)):(\\d+)(?: \\+0x[0-9a-f]+)?$");
    private static final Pattern RUBY = Pattern.compile("^(?:# |from |\\d+: from )?(\\S+\\.\\w+):(\\d+):in ");
    private static final Pattern RSPEC = Pattern.compile("^# (\\S+\\.\\w+):(\\d+)");
    private static final Pattern SANITIZER = Pattern.compile("^#\\d+ 0x[0-9a-f]+ in .* (\\S+?):(\\d+)(?::\\d+)?$");
    private static final Pattern PHP = Pattern.compile("^(?:#\\d+ )?(\\S+\\.(?:php|phpt))(?::(\\d+)$|\\((\\d+)\\))");

    private StackFrameReader() {}

    public static Optional<SourcePlace> of(String line) {
        String t = line.strip();
        if (t.length() < 5 || t.length() > 2_000) return Optional.empty();
        if (t.contains("File \"")) return match(PYTHON, t);
        if (t.startsWith("at ") || t.startsWith("❯ ")) return called(local(t));
        if (t.endsWith(")") && (t.contains(".java:") || t.contains(".kt:"))) return bare(t);
        if (t.startsWith("#") && t.contains(" 0x")) return match(SANITIZER, t);
        if (t.startsWith("# ")) return match(RSPEC, t);
        if (t.contains(".go:") || t.contains(".s:")) return match(GO, t);
        if (t.contains(":in ")) return match(RUBY, t);
        return t.contains(".php") ? php(t) : Optional.empty();
    }

    private static String local(String t) {
        if (!t.contains("://")) return t;
        return QUERY.matcher(SERVED.matcher(t).replaceAll("")).replaceAll("$1");
    }

    private static Optional<SourcePlace> bare(String t) {
        Matcher m = JAVA_BARE.matcher(t);
        return m.find()
                ? Optional.of(new SourcePlace(javaPath(m.group(1), m.group(2)), TextLines.number(m.group(3))))
                : Optional.empty();
    }

    /** Deepest call first, as Java, JavaScript, Rust, Go and Ruby print it. */
    public static @Nullable SourcePlace firstOwn(List<String> lines) {
        SourcePlace any = null;
        for (String l : lines) {
            Optional<SourcePlace> f = of(l);
            if (f.isEmpty()) continue;
            if (!f.get().library()) return f.get();
            if (any == null) any = f.get();
        }
        return any;
    }

    /** Deepest call last, as Python prints it. */
    public static @Nullable SourcePlace lastOwn(List<String> lines) {
        return firstOwn(lines.reversed());
    }

    private static Optional<SourcePlace> called(String t) {
        if (t.startsWith("❯ ") && VITEST.matcher(t).find()) return match(VITEST, t);
        Optional<SourcePlace> dotnet = t.contains(" in ") ? match(DOTNET, t) : Optional.empty();
        if (dotnet.isPresent()) return dotnet;
        Matcher java = JAVA.matcher(t);
        if (java.find() && javaLike(java.group(2))) {
            return Optional.of(
                    new SourcePlace(javaPath(java.group(1), java.group(2)), TextLines.number(java.group(3))));
        }
        Optional<SourcePlace> f = match(SCRIPT, t);
        return f.isPresent() ? f : match(SCRIPT_BARE, t);
    }

    private static boolean javaLike(String file) {
        return switch (SourcePaths.extension(file)) {
            case "java", "kt", "scala", "groovy", "kts" -> true;
            default -> false;
        };
    }

    /** A Java frame names only the file; its package tells the folder. */
    private static String javaPath(String call, String file) {
        String name = call.substring(call.lastIndexOf('/') + 1);
        int method = name.lastIndexOf('.');
        int type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
        return type < 0 ? file : name.substring(0, type).replace('.', '/') + "/" + file;
    }

    private static Optional<SourcePlace> php(String t) {
        Matcher m = PHP.matcher(t);
        if (!m.find()) return Optional.empty();
        String line = m.group(2) == null ? m.group(3) : m.group(2);
        return Optional.of(new SourcePlace(m.group(1), TextLines.number(line)));
    }

    private static Optional<SourcePlace> match(Pattern p, String t) {
        Matcher m = p.matcher(t);
        return m.find() ? Optional.of(new SourcePlace(m.group(1), TextLines.number(m.group(2)))) : Optional.empty();
    }
}
