package dev.mulligan.explain.output;

import java.util.List;

public final class SourcePaths {
    private static final List<String> LIBRARY = List.of(
            "/usr/lib/",
            "/usr/local/lib/",
            "/usr/local/go/",
            "/usr/share/",
            "site-packages/",
            "dist-packages/",
            "node_modules/",
            "node:",
            "ice-9/",
            "/rustc/",
            ".cargo/registry/",
            ".rustup/",
            "/go/pkg/mod/",
            "/go/src/testing/",
            "/go/src/runtime/",
            "/src/testing/testing.go",
            "/src/runtime/",
            "/gems/",
            "/vendor/bundle/",
            "/vendor/",
            "/lib/python",
            "/lib/ruby/",
            "<frozen ",
            "<string>",
            "<stdin>",
            "<internal:",
            "<anonymous>",
            "internal/",
            "/pyenv/",
            "/.pnpm/",
            "/.yarn/",
            "/_pytest/",
            "/pluggy/",
            "/library/std/src/",
            "/library/core/src/",
            "/library/alloc/src/",
            "phar://",
            "/Cellar/",
            "/Python.framework/",
            "/.deno/",
            "ext:",
            "/usr/include/",
            "src/alcotest-engine/");
    private static final List<String> LIBRARY_START = List.of(
            "java/",
            "javax/",
            "jdk/",
            "sun/",
            "com/sun/",
            "org/junit/",
            "junit/",
            "org/opentest4j/",
            "org/assertj/",
            "org/hamcrest/",
            "org/mockito/",
            "org/gradle/",
            "org/apache/maven/",
            "org/testng/",
            "org/springframework/",
            "kotlin/",
            "kotlinx/",
            "scala/",
            "groovy/",
            "org/codehaus/groovy/",
            "com/google/common/truth/",
            "com/google/truth/",
            "io/kotest/",
            "org/spockframework/",
            "vendor/",
            "jest-circus",
            "library/");

    private SourcePaths() {}

    static String tidy(String path) {
        String p = path.strip().replace('\\', '/');
        if (p.startsWith("file://")) p = p.substring("file://".length());
        if (p.length() > 3 && p.charAt(0) == '/' && p.charAt(2) == ':') p = p.substring(1);
        while (p.startsWith("./")) p = p.substring(2);
        return p;
    }

    static boolean library(String path) {
        for (String part : LIBRARY) if (path.contains(part)) return true;
        for (String start : LIBRARY_START) if (path.startsWith(start)) return true;
        return false;
    }

    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public static String extension(String path) {
        String name = name(path);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
