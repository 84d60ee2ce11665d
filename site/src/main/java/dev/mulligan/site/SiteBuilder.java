package dev.mulligan.site;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writes the manual as web pages: one per file, with a list of all pages and a search. Nothing is loaded from elsewhere. */
public final class SiteBuilder {

    private static final Pattern PAGE = Pattern.compile("\\]\\((docs/[a-z0-9-]+\\.md)\\)");
    private static final List<String> ALSO =
            List.of("examples/README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md");

    private final Path root;
    private final Path target;
    private final Set<String> linked = new TreeSet<>();

    private SiteBuilder(Path root, Path target) {
        this.root = root;
        this.target = target;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: SiteBuilder PROJECT TARGET");
            System.exit(2);
        }
        int pages = build(Path.of(args[0]), Path.of(args[1]));
        System.out.println(pages + " pages in " + args[1]);
    }

    /**
     * Builds the site.
     *
     * @return how many pages were written
     * @throws IOException if a file cannot be read or written
     */
    public static int build(Path root, Path target) throws IOException {
        return new SiteBuilder(root, target).build();
    }

    private int build() throws IOException {
        List<SourcePage> pages = new ArrayList<>();
        for (String source : sources()) {
            SourcePage page = SourcePage.read(root, source);
            page.rewrite(address -> linked(Address.onSite(address, source)));
            pages.add(page);
        }
        Files.createDirectories(target);
        for (SourcePage page : pages) {
            Files.writeString(target.resolve(page.file()), html(page, pages));
        }
        Files.writeString(target.resolve("search.json"), index(pages));
        copyImages();
        copyLinked();
        for (String file : List.of("site.css", "site.js")) {
            Files.writeString(target.resolve(file), resource(file));
        }
        return pages.size();
    }

    /** In the order in which the README names them; a page that it does not name comes after those. */
    private List<String> sources() throws IOException {
        List<String> all = new ArrayList<>(List.of("README.md"));
        Matcher named = PAGE.matcher(Files.readString(root.resolve("README.md")));
        while (named.find()) {
            if (!all.contains(named.group(1))) {
                all.add(named.group(1));
            }
        }
        try (Stream<Path> files = Files.list(root.resolve("docs"))) {
            files.map(file -> "docs/" + file.getFileName())
                    .filter(name -> name.endsWith(".md") && !all.contains(name))
                    .sorted()
                    .forEach(all::add);
        }
        ALSO.stream().filter(name -> Files.exists(root.resolve(name))).forEach(all::add);
        return all;
    }

    private String html(SourcePage page, List<SourcePage> all) throws IOException {
        StringBuilder links = new StringBuilder();
        for (SourcePage other : all) {
            links.append("<li><a href=\"")
                    .append(other.file())
                    .append(other.equals(page) ? "\" aria-current=\"page\">" : "\">")
                    .append(escaped(other.equals(all.getFirst()) ? "Overview" : other.title()))
                    .append("</a></li>\n");
        }
        return resource("page.html")
                .replace("{{title}}", escaped(page.title()))
                .replace("{{pages}}", links)
                .replace("{{body}}", page.html());
    }

    private static String index(List<SourcePage> pages) {
        List<JsonObject> entries = pages.stream()
                .map(page -> Json.object("file", page.file(), "title", page.title(), "words", page.words()))
                .toList();
        return Json.write(entries);
    }

    private String linked(String address) {
        if (address.startsWith(Address.FILES)) {
            linked.add(address.substring(Address.FILES.length()));
        }
        return address;
    }

    private void copyLinked() throws IOException {
        for (String name : linked) {
            Path to = target.resolve(Address.FILES + name);
            Files.createDirectories(to.resolveSibling("."));
            Files.copy(root.resolve(name), to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void copyImages() throws IOException {
        Path from = root.resolve("docs/images");
        if (!Files.isDirectory(from)) {
            return;
        }
        Path to = Files.createDirectories(target.resolve("images"));
        try (Stream<Path> images = Files.list(from)) {
            for (Path image : images.toList()) {
                Files.copy(image, to.resolve(image.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SiteBuilder.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
