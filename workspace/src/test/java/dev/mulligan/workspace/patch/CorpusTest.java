package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.parse.LenientJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Every case of the patch corpus: exact, refused rightly, refused wrongly, or wrong. */
class CorpusTest {
    private static final Path CASES = Path.of(System.getProperty("mulligan.root", "."))
            .resolve("../shared/corpus/patches/cases.jsonl")
            .normalize();

    @Test
    void nothingLandsWrong() throws IOException {
        if (!Files.exists(CASES)) {
            System.out.println("patch corpus not found: this check is skipped");
            Assumptions.abort("patch corpus not found");
        }
        Map<String, List<String>> verdicts = new TreeMap<>();
        for (String line : Files.readAllLines(CASES)) {
            Map<?, ?> patchCase = (Map<?, ?>) LenientJson.read(line).value().orElseThrow();
            verdicts.computeIfAbsent(judge(patchCase), name -> new ArrayList<>())
                    .add(patchCase.get("id") + " " + patchCase.get("mutations"));
        }
        verdicts.forEach((verdict, ids) -> System.out.println("patch corpus " + verdict + ": " + ids.size()));
        assertThat(verdicts.getOrDefault("WRONG", List.of())).isEmpty();
        assertThat(verdicts.getOrDefault("REFUSED_WRONG", List.of())).isEmpty();
        assertThat(verdicts.getOrDefault("EXACT", List.of())).hasSizeGreaterThanOrEqualTo(154);
    }

    private static String judge(Map<?, ?> patchCase) throws IOException {
        MemoryTree tree = tree(patchCase, "base");
        PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(text(patchCase, "answer"));
        boolean mustRefuse = "refuse".equals(patchCase.get("expect"));
        if (outcome instanceof PatchOutcome.Refused refused) {
            if (Boolean.getBoolean("patch.why")) {
                System.out.println(patchCase.get("id") + (mustRefuse ? " " : " LOST ") + patchCase.get("mutations")
                        + "\n" + refused.text().indent(4));
            }
            return mustRefuse || "true".equals(patchCase.get("refuseOk")) ? "REFUSED_OK" : "REFUSED_WRONG";
        }
        if (mustRefuse) {
            return "WRONG";
        }
        PatchOutcome nothing = new PatchOutcome.NoOp("");
        return tree.after(outcome).equals(tree(patchCase, "result").after(nothing)) ? "EXACT" : "WRONG";
    }

    private static String text(Map<?, ?> map, String name) {
        return (String) Objects.requireNonNull(map.get(name), name);
    }

    private static MemoryTree tree(Map<?, ?> patchCase, String name) {
        MemoryTree tree = new MemoryTree();
        for (Object entry : (List<?>) Objects.requireNonNull(patchCase.get(name), name)) {
            Map<?, ?> file = (Map<?, ?>) entry;
            if (file.containsKey("symlink")) {
                tree.withLink(text(file, "path"));
            } else if (file.get("base64") instanceof String base64) {
                tree.with(text(file, "path"), Base64.getDecoder().decode(base64));
            } else {
                tree.with(text(file, "path"), text(file, "text").getBytes(StandardCharsets.UTF_8));
            }
        }
        return tree;
    }
}
