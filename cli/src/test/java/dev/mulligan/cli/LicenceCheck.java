package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs after the bill of materials is made, see the pom: everything that is shipped has a licence that fits. */
class LicenceCheck {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root"));

    private static final Set<String> FITTING = Set.of(
            "Apache-2.0",
            "MIT",
            "MIT-0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "0BSD",
            "EPL-1.0",
            "EPL-2.0",
            "ISC",
            "MPL-2.0",
            "UPL-1.0",
            "CC0-1.0",
            "Unlicense",
            // A BSD licence with three clauses under the name of its project.
            "Go License");

    @Test
    void jarsHaveLicencesThatFit() throws IOException {
        JsonObject bom = Json.parseObject(Files.readString(ROOT.resolve("cli/target/bom.json")));
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Object each : bom.list("components")) {
            if (each instanceof JsonObject component) {
                seen++;
                if (licences(component).noneMatch(LicenceCheck::fits)) {
                    wrong.add(component.text("purl", "") + " "
                            + licences(component).toList());
                }
            }
        }
        assertThat(seen).isGreaterThan(30);
        assertThat(wrong)
                .as("A licence that does not fit, see CONTRIBUTING.md; add it here only if it is of these kinds")
                .isEmpty();
    }

    /** The dashboard's packages, as its lock file names them. */
    @Test
    void packagesOfTheDashboardHaveLicencesThatFit() throws IOException {
        JsonObject lock = Json.parseObject(Files.readString(ROOT.resolve("web/package-lock.json")));
        JsonObject packages = lock.object("packages").orElseThrow();
        List<String> wrong = new ArrayList<>();
        for (String name : packages.members().keySet()) {
            JsonObject one = packages.object(name).orElseThrow();
            boolean shipped = !name.isEmpty() && !one.truth("dev").orElse(false);
            if (shipped
                    && Arrays.stream(one.text("license", "none").split(" OR ")).noneMatch(LicenceCheck::fits)) {
                wrong.add(name + " " + one.text("license", "none"));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean fits(String licence) {
        return FITTING.contains(licence.replaceAll("[()]", "").strip());
    }

    /** Of several any one may be chosen. */
    private static Stream<String> licences(JsonObject component) {
        return component.list("licenses").stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .flatMap(choice -> Stream.concat(
                        choice.text("expression").stream().flatMap(text -> Arrays.stream(text.split(" OR "))),
                        choice.object("license").stream()
                                .flatMap(licence -> licence.text("id").or(() -> licence.text("name")).stream())));
    }
}
