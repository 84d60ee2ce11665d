package dev.mulligan.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Builds the site of this project: every page is there, every link leads somewhere, and nothing comes from elsewhere. */
class SiteBuilderTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final Path SITE = Path.of("target/site");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("id=\"([^\"]*)\"");

    @BeforeAll
    static void build() throws Exception {
        assertThat(SiteBuilder.build(ROOT, SITE)).isGreaterThan(15);
    }

    @Test
    void everyPageOfTheManualIsThereAndCanBeFound() throws Exception {
        String index = Files.readString(SITE.resolve("search.json"));
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                String file = page.getFileName().toString().replace(".md", ".html");
                assertThat(SITE.resolve(file)).exists();
                assertThat(index).contains("\"" + file + "\"");
            }
        }
        assertThat((List<?>) Json.parse(index)).isNotEmpty();
    }

    @Test
    void everyLinkLeadsSomewhere() throws Exception {
        Map<String, Set<String>> anchors = new HashMap<>();
        Map<String, Set<String>> links = new HashMap<>();
        try (Stream<Path> pages = Files.list(SITE)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".html")).toList()) {
                String html = Files.readString(page);
                anchors.put(page.getFileName().toString(), all(ID, html));
                links.put(page.getFileName().toString(), all(LINK, html));
            }
        }
        Set<String> broken = new TreeSet<>();
        links.forEach((page, all) -> all.forEach(link -> {
            if (!leadsSomewhere(page, link, anchors)) {
                broken.add(page + ": " + link);
            }
        }));
        assertThat(broken).isEmpty();
    }

    @Test
    void nothingIsLoadedFromElsewhere() throws Exception {
        String page = Files.readString(SITE.resolve("index.html"));
        Matcher loaded = Pattern.compile("<(?:script|link|img)[^>]*(?:src|href)=\"(https?:)?//")
                .matcher(page);
        assertThat(loaded.find()).isFalse();
    }

    private static boolean leadsSomewhere(String page, String link, Map<String, Set<String>> anchors) {
        if (link.contains("://") || link.startsWith("mailto:")) {
            return true;
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        String target = file.isEmpty() ? page : file;
        if (hash < 0) {
            return Files.exists(SITE.resolve(target));
        }
        return anchors.getOrDefault(target, Set.of()).contains(link.substring(hash + 1));
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new HashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
