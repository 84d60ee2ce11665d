package dev.mulligan.orchestrator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.agent.Permissions;
import dev.mulligan.escalate.Money;
import dev.mulligan.text.Yaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {

    private static Plan read(String text) {
        return PlanReader.read(Yaml.parse("plan.yaml", text), Path.of("/base"));
    }

    @Test
    void readsEverythingAPlanCanSay() {
        Plan plan = read("""
                name: discount
                workspace: shop
                agents:
                  coder: {kind: claude, model: claude-sonnet-5-5, permissions: everything}
                  mine: {command: [./agent.sh, --fast]}
                agent: coder
                verify: pytest -q
                budget: {cost: $5, attempts: 20, time: 30m}
                level: L2
                maxIterations: 4
                escalation: {toL3AfterNonImprovingIterations: 3}
                l3: {bestOfN: 2, diagnosis: {enabled: false}}
                steps:
                  - id: fix
                    action: run_tests
                    prompt: Make the tests pass.
                  - id: docs
                    prompt: Describe it.
                    needs: [fix]
                    agent: mine
                    verify: {commands: ["make docs"], reviewer: coder}
                    files: [docs/]
                    level: L1
                    policy: {maxAttempts: 2}
                    tools: {bash: never}
                """);

        assertThat(plan.workspace()).isEqualTo(Path.of("/base/shop"));
        assertThat(plan.project()).isEqualTo("discount");
        assertThat(plan.agents())
                .hasEntrySatisfying(
                        "coder", agent -> assertThat(agent.permissions()).isEqualTo(Permissions.EVERYTHING));
        assertThat(plan.agents())
                .hasEntrySatisfying("mine", agent -> assertThat(agent.kind()).isEqualTo("command"));
        assertThat(plan.budget().money()).contains(Money.dollars(5));
        assertThat(plan.budget().time()).contains(Duration.ofMinutes(30));
        assertThat(plan.loop().escalation().toL3AfterNonImprovingIterations()).isEqualTo(3);
        assertThat(plan.loop().escalation().toL3AfterPatchApplyFailures()).isEqualTo(2);
        assertThat(plan.loop().candidates().bestOfN()).isEqualTo(2);
        assertThat(plan.loop().candidates().diagnosis().enabled()).isFalse();
        Step docs = plan.step("docs").orElseThrow();
        assertThat(docs.needs()).containsExactly("fix");
        assertThat(docs.verify().orElseThrow().reviewer()).contains("coder");
        assertThat(docs.level()).contains(Level.L1);
        assertThat(docs.tools()).containsKey("bash");
    }

    @Test
    void whatIsNotWrittenHasItsDefault() {
        Plan plan = read("name: p\nsteps: [{id: a, prompt: do it}]\n");

        assertThat(plan.loop()).isEqualTo(LoopSettings.STANDARD);
        assertThat(plan.level()).isEqualTo(Level.AUTO);
        assertThat(plan.agent()).isEqualTo("claude");
        assertThat(plan.step("a").orElseThrow().action()).isEqualTo("change");
    }

    @Test
    void jsonIsAPlanToo() {
        assertThat(read("{\"name\": \"p\", \"steps\": [{\"id\": \"a\", \"prompt\": \"x\"}]}")
                        .steps())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "name: p"                                                                | plan.yaml:1 | at least one step
            "steps: [{id: a, prompt: x}]"                                            | plan.yaml:1 | name is missing
            "name: p\nsteps:\n  - id: a\n    prompts: x"                             | plan.yaml:4 | did you mean prompt
            "name: p\nsteps: [{id: a}]"                                              | plan.yaml:2 | prompt is missing
            "name: p\nsteps: [{id: a, prompt: x}, {id: a, prompt: y}]"               | plan.yaml:2 | twice
            "name: p\nsteps: [{id: a, prompt: x, needs: [b]}]"                       | plan.yaml:2 | needs b
            "name: p\nsteps: [{id: a, prompt: x, needs: [b]}, {id: b, prompt: y, needs: [a]}]" | plan.yaml:1 | a → b → a
            "name: p\nsteps: [{id: ../a, prompt: x}]"                                | plan.yaml:2 | letters, digits
            "name: p\nagent: gpt\nsteps: [{id: a, prompt: x}]"                       | plan.yaml:2 | not known
            "name: p\nlevel: L9\nsteps: [{id: a, prompt: x}]"                        | plan.yaml:2 | L1, L2, L3 or auto
            "name: p\nbudget: {cost: lots}\nsteps: [{id: a, prompt: x}]"             | plan.yaml:2 | dollars
            "name: p\nbudget: {time: 30}\nsteps: [{id: a, prompt: x}]"               | plan.yaml:2 | unit
            "name: p\nsteps: [{id: a, prompt: x, policy: {maxAttempts: 0}}]"         | plan.yaml:2 | at least 1
            "name: p\nsteps: [{id: a, prompt: x, agent: other}]"                     | plan.yaml:2 | is not one of
            "name: p\nstrategies: maybe\nsteps: [{id: a, prompt: x}]"              | plan.yaml:2 | auto, ask or off
            "name: p\nstrategies: {default: pray}\nsteps: [{id: a, prompt: x}]"    | plan.yaml:2 | skip or abort
            "name: p\nstrategies: {timeout: soon}\nsteps: [{id: a, prompt: x}]"    | plan.yaml:2 | timeout
            "name: p\nl3: {bestOfN: 99}\nsteps: [{id: a, prompt: x}]"                | plan.yaml:2 | from 1 to 5
            """)
    void mistakesNameLineAndField(String text, String place, String what) {
        assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
                .hasMessageContaining(place)
                .hasMessageContaining(what);
    }

    @Test
    void theGraphSaysWhatCanStartAndWhatWaits() {
        Plan plan = read("""
                name: p
                steps:
                  - {id: a, prompt: x}
                  - {id: b, prompt: x, needs: [a]}
                  - {id: c, prompt: x, needs: [a]}
                  - {id: d, prompt: x, needs: [b, c]}
                """);
        PlanGraph graph = PlanGraph.of(plan.steps());

        assertThat(graph.ready(Set.of(), Set.of())).containsExactly("a");
        assertThat(graph.ready(Set.of("a"), Set.of("b"))).containsExactly("c");
        assertThat(graph.ready(Set.of("a", "b", "c"), Set.of())).isEqualTo(List.of("d"));
        assertThat(graph.behind("b")).containsExactly("d");
        assertThat(graph.cycle()).isEmpty();
    }

    private static final String STEPS = "\nsteps: [{id: a, prompt: x}]\n";

    @ParameterizedTest
    @CsvSource({
        "https://example.org/a.git, https://example.org/a.git",
        "ssh://git@example.org:2222/a.git, ssh://git@example.org:2222/a.git",
        "git@example.org:team/a.git, git@example.org:team/a.git",
        "../shared.git, /shared.git",
        "/srv/git/a.git, /srv/git/a.git"
    })
    void aWorkspaceMayBeARepository(String written, String address) {
        Plan plan = read("name: n\nworkspace: {git: '" + written + "', ref: release/1.0}" + STEPS);
        assertThat(plan.origin()).contains(new Origin(address, "release/1.0"));
        assertThat(plan.place()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:secret@example.org/a.git, main, user or password",
        "https://token@example.org/a.git, main, user or password",
        "ssh://me:secret@example.org/a.git, main, user or password",
        "ext::sh -c id, main, an address or a folder",
        "--upload-pack=id, main, an address or a folder",
        "ftp://example.org/a.git, main, cannot be reached by ftp",
        "/srv/a.git, --all, a branch or a tag",
        "/srv/a.git, main..next, a branch or a tag"
    })
    void anAddressThatIsNotSafeIsRefused(String written, String ref, String why) {
        assertThatThrownBy(() -> read("name: n\nworkspace: {git: '" + written + "', ref: '" + ref + "'}" + STEPS))
                .hasMessageContaining("plan.yaml")
                .hasMessageContaining(why)
                .hasMessageNotContaining("secret");
    }
}
