package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Red to green with the tools people use, on projects made here, without a network. */
@Timeout(300)
class ExecToolsTest {

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void make() throws IOException {
        project = Files.createDirectory(folder.resolve("cart"));
    }

    private void write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void needs(String... command) throws IOException, InterruptedException {
        boolean there;
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            there = process.waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        if (!there) {
            System.out.println("skipped: " + String.join(" ", command) + " does not work here");
        }
        assumeTrue(there);
    }

    private JsonObject run(List<String> command, String fixer) {
        List<String> all = new ArrayList<>(
                List.of("exec", "--json", "--quiet", "--workspace", project.toString(), "--agent", fixer, "--"));
        all.addAll(command);
        return Json.parseObject(Cli.run(all.toArray(String[]::new)).out());
    }

    private static JsonObject attempt(JsonObject done, int index) {
        return (JsonObject) done.list("retry_history").get(index);
    }

    /** The first fix makes it worse, the second reads what failed and repairs it. */
    private static String second(String wrong, String right) {
        return "if [ -f ../first ]; then grep -q 'made things worse' && " + right + "; else touch ../first; " + wrong
                + "; fi";
    }

    @Test
    void pytest() throws Exception {
        needs("python3", "-m", "pytest", "--version");
        write("cart.py", "def total(prices):\n    return sum(prices) + 1\n");
        write("test_cart.py", "from cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n");
        JsonObject report = run(
                List.of("python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
                second("echo 'def total(' > cart.py", "sed -i 's/ + 1//' cart.py"));
        assertThat(report.truth("success")).as(report.toString()).contains(true);
        assertThat(report.integer("attempts")).hasValue(3);
        assertThat(attempt(report, 0).text("summary", "")).contains("test_total");
    }

    @Test
    void npm() throws Exception {
        needs("npm", "--version");
        write("package.json", "{\"name\": \"cart\", \"private\": true, \"scripts\": {\"test\": \"node --test\"}}\n");
        write("cart.js", "exports.total = (prices) => prices.reduce((a, b) => a + b, 1);\n");
        write("cart.test.js", """
                const test = require('node:test');
                const assert = require('node:assert');
                const { total } = require('./cart.js');
                test('adds up', () => assert.strictEqual(total([1, 2]), 3));
                """);
        JsonObject report =
                run(List.of("npm", "test", "--offline"), "sed -i 's/, 1)/, 0)/' cart.js; echo 'It started at one.'");
        assertThat(report.truth("success")).as(report.toString()).contains(true);
        assertThat(report.integer("attempts")).hasValue(2);
        assertThat(attempt(report, 0).integer("failing")).hasValue(1);
    }

    /** With the versions this build itself uses: they are in the local repository. */
    private void pom() throws IOException {
        String ours = Files.readString(
                Path.of(System.getProperty("mulligan.root", "..")).resolve("pom.xml"));
        write("pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
                <groupId>x</groupId><artifactId>cart</artifactId><version>1</version>
                <properties><maven.compiler.release>%d</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
                <dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>
                <version>%s</version><scope>test</scope></dependency></dependencies>
                <build><plugins>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.15.0</version></plugin>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>%s</version></plugin>
                </plugins></build></project>
                """.formatted(
                        Runtime.version().feature(), value(ours, "junit.version"), value(ours, "surefire.version")));
    }

    private static String value(String pom, String property) {
        String start = "<" + property + ">";
        int from = pom.indexOf(start) + start.length();
        return pom.substring(from, pom.indexOf('<', from));
    }

    private static void needsItsPlugins(JsonObject report) {
        boolean offline = attempt(report, 0).text("summary", "").contains("offline");
        if (offline) {
            System.out.println("skipped: Maven's plugins are not in the local repository");
        }
        assumeTrue(!offline);
    }

    @Test
    void aRedTestUnderMaven() throws Exception {
        needs("mvn", "--version");
        pom();
        write("src/main/java/Cart.java", "class Cart { int total(int a, int b) { return a - b; } }\n");
        write("src/test/java/CartTest.java", """
                import static org.junit.jupiter.api.Assertions.assertEquals;
                import org.junit.jupiter.api.Test;
                class CartTest {
                    @Test void addsUp() { assertEquals(5, new Cart().total(2, 3)); }
                    @Test void addsNothing() { assertEquals(2, new Cart().total(2, 0)); }
                }
                """);
        JsonObject report = run(
                List.of("mvn", "-o", "-B", "test"),
                second(
                        "sed -i 's/a - b/a * b/' src/main/java/Cart.java",
                        "sed -i 's/a - b/a + b/' src/main/java/Cart.java"));
        needsItsPlugins(report);
        assertThat(report.truth("success")).as(report.toString()).contains(true);
        assertThat(report.integer("attempts")).hasValue(3);
        assertThat(attempt(report, 0).integer("failing")).hasValue(1);
        assertThat(attempt(report, 0).text("summary", "")).contains("addsUp").contains("expected: <5>");
        assertThat(attempt(report, 1).integer("failing"))
                .as("the first fix broke the other one too")
                .hasValue(2);
    }
}
