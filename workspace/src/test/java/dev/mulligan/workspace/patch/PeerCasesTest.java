package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What other appliers' own tests try: applied exactly, or refused for a reason the manual gives. */
class PeerCasesTest {
    static final Map<String, List<PeerCase>> SOURCES = sources();

    private static Map<String, List<PeerCase>> sources() {
        Map<String, List<PeerCase>> sources = new LinkedHashMap<>();
        sources.put("Codex `apply_patch`", CodexCases.all());
        sources.put("Aider edit blocks, diffs, whole files", AiderCases.all());
        sources.put("Cline `replace_in_file`", ClineCases.all());
        sources.put("Roo Code `apply_diff`, `search_replace`", RooCases.all());
        sources.put("`git apply`", GitCases.all());
        return sources;
    }

    static final Map<String, List<PeerCase>> STYLES = styles();

    private static Map<String, List<PeerCase>> styles() {
        Map<String, List<PeerCase>> styles = new LinkedHashMap<>();
        styles.put("diffs", ModelCases.of("diffs"));
        styles.put("`*** Begin Patch`", ModelCases.of("begin_patch"));
        styles.put("SEARCH/REPLACE and other blocks", ModelCases.of("blocks"));
        styles.put("tool calls in JSON", ModelCases.of("calls"));
        styles.put("tags", ModelCases.of("tags"));
        styles.put("whole files, shell scripts, mixed answers", ModelCases.of("whole"));
        styles.put("parts that must not be dropped", ModelCases.of("dropped"));
        styles.put("all of these, written afterwards to measure", ModelCases.of("second"));
        styles.put("aimed at wrong and dropped edits", ModelCases.of("third"));
        return styles;
    }

    @Test
    void eachIsExactOrRefusedAsSaid() throws IOException {
        expect(SOURCES);
    }

    @Test
    void soIsEachInTheStyleOfAModel() throws IOException {
        expect(STYLES);
    }

    private static void expect(Map<String, List<PeerCase>> sources) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, List<PeerCase>> source : sources.entrySet()) {
            for (PeerCase it : source.getValue()) {
                MemoryTree tree = new MemoryTree();
                it.before().forEach(tree::with);
                PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(it.answer());
                Map<String, String> after = new TreeMap<>(tree.after(outcome));
                Map<String, String> expected = new TreeMap<>();
                it.after().forEach((path, text) -> expected.put(path, latin1(text)));
                if (outcome.succeeded() != it.refusal().isEmpty() || !after.equals(expected)) {
                    String said = outcome instanceof PatchOutcome.Refused refused ? refused.text() : after.toString();
                    wrong.add(source.getKey() + ": " + it.name() + "\n" + said);
                }
            }
        }
        assertThat(wrong).as(String.join("\n\n", wrong)).isEmpty();
    }

    /** The table of the manual. */
    static List<String> table() {
        return table("Cases after the tests of", SOURCES);
    }

    static List<String> styleTable() {
        return table("Answers in the style of models", STYLES);
    }

    private static List<String> table(String title, Map<String, List<PeerCase>> sources) {
        List<String> rows = new ArrayList<>();
        rows.add("| " + title + " | Cases | Exact | Refused | Wrong | Refused because |");
        rows.add("|---|--:|--:|--:|--:|---|");
        sources.forEach((name, cases) -> {
            Map<String, Integer> reasons = new TreeMap<>();
            cases.stream()
                    .filter(it -> !it.refusal().isEmpty())
                    .forEach(it -> reasons.merge(it.refusal(), 1, Integer::sum));
            int refused = reasons.values().stream().mapToInt(Integer::intValue).sum();
            List<String> why = reasons.entrySet().stream()
                    .map(reason -> reason.getKey() + " (" + reason.getValue() + ")")
                    .toList();
            rows.add("| " + name + " | " + cases.size() + " | " + (cases.size() - refused) + " | " + refused + " | 0 | "
                    + String.join(", ", why) + " |");
        });
        return rows;
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
