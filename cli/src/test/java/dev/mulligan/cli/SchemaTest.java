package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mulligan.config.ConfigFiles;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.Jitter;
import dev.mulligan.policy.LongWait;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas say what the readers do: the same fields, the same words, the same verdicts. */
class SchemaTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));

    /** A file, its schema, and a text with a stranger in each mapping that has fixed fields. */
    enum Kind {
        PLAN("plan") {
            @Override
            Map<String, String> strangers() {
                return Map.ofEntries(
                        Map.entry("", "{name: p, STEPS, ?: 1}"),
                        Map.entry("$defs/step", "{name: p, steps: [{id: a, prompt: b, ?: 1}]}"),
                        Map.entry("$defs/agent", "{name: p, STEPS, agents: {x: {?: 1}}}"),
                        Map.entry("$defs/verify/anyOf/2", "{name: p, STEPS, verify: {?: 1}}"),
                        Map.entry("$defs/policyFields", "{name: p, steps: [{id: a, prompt: b, policy: {?: 1}}]}"),
                        Map.entry("properties/workspace/anyOf/1", "{name: p, STEPS, workspace: {?: 1}}"),
                        Map.entry("properties/budget", "{name: p, STEPS, budget: {?: 1}}"),
                        Map.entry("properties/questions", "{name: p, STEPS, questions: {?: 1}}"),
                        Map.entry("properties/strategies/anyOf/1", "{name: p, STEPS, strategies: {?: 1}}"),
                        Map.entry("properties/escalation", "{name: p, STEPS, escalation: {?: 1}}"),
                        Map.entry("properties/l3", "{name: p, STEPS, l3: {?: 1}}"),
                        Map.entry("properties/l3/properties/diagnosis", "{name: p, STEPS, l3: {diagnosis: {?: 1}}}"));
            }

            @Override
            void read(String text, Path folder) {
                PlanReader.parse("plan.yaml", text, folder);
            }
        },
        CONFIG("mulligan") {
            @Override
            Map<String, String> strangers() {
                return Map.of(
                        "", "{?: 1}",
                        "$defs/rule", "{rules: [{?: 1}]}",
                        "$defs/model", "{models: [{?: 1}]}",
                        "$defs/upstream", "{upstreams: {x: {?: 1}}}",
                        "$defs/policyFields", "{policy: {?: 1}}",
                        "properties/alerts", "{alerts: {?: 1}}",
                        "properties/copies", "{copies: {?: 1}}",
                        "properties/confirm/anyOf/2", "{confirm: {?: 1}}");
            }

            @Override
            void read(String text, Path folder) throws IOException {
                ConfigFiles.load(Files.writeString(folder.resolve("mulligan.yaml"), text))
                        .policy(Optional.empty(), Optional.of("deploy"), Optional.of("a"), Optional.of("bash"))
                        .resolve();
            }
        };

        private final String file;

        Kind(String file) {
            this.file = file;
        }

        abstract Map<String, String> strangers();

        abstract void read(String text, Path folder) throws IOException;

        SmallSchema schema() throws IOException {
            return new SmallSchema(Files.readString(ROOT.resolve("schemas").resolve(file + ".schema.json")));
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void everyFieldOfTheReaderIsInTheSchemaAndNoOther(Kind kind) throws Exception {
        SmallSchema schema = kind.schema();

        assertThat(schema.closedMappings())
                .containsExactlyInAnyOrderElementsOf(kind.strangers().keySet());
        for (Map.Entry<String, String> place : kind.strangers().entrySet()) {
            String message = String.valueOf(catchThrowable(() -> kind.read(stranger(place.getValue()), folder))
                    .getMessage());
            String known = message.substring(message.indexOf("there are ") + "there are ".length());
            assertThat(schema.at(place.getKey())
                            .object("properties")
                            .orElseThrow()
                            .members())
                    .as(place.getKey() + " against: " + message)
                    .containsOnlyKeys(known.split(", "));
        }
    }

    private static String stranger(String text) {
        return text.replace("STEPS", "steps: [{id: a, prompt: b}]").replace("?", "qqqqqqqqqqqqqqqq");
    }

    @ParameterizedTest
    @EnumSource
    void everyChoiceOfAPolicyIsInTheSchema(Kind kind) throws Exception {
        SmallSchema schema = kind.schema();
        List<String> types = names(FailureType.values(), FailureType::wireName);
        List<String> typesOrAll = new ArrayList<>(types);
        typesOrAll.add("all");
        List<String> templates = new ArrayList<>(PolicyTemplates.all().keySet());
        templates.add("never");
        String fields = "$defs/policyFields/properties/";

        assertChoices(schema, "$defs/template", templates);
        assertChoices(schema, fields + "backoff", names(Backoff.Kind.values(), Backoff.Kind::wireName));
        assertChoices(schema, fields + "jitter", names(Jitter.values(), Jitter::wireName));
        assertChoices(schema, fields + "onLongWait", names(LongWait.values(), LongWait::wireName));
        assertChoices(schema, fields + "retryOn/anyOf/0/items", typesOrAll);
        assertChoices(schema, fields + "alwaysRetry/anyOf/0/items", typesOrAll);
    }

    @Test
    void everyOtherChoiceIsInItsSchema() throws Exception {
        SmallSchema plan = Kind.PLAN.schema();
        SmallSchema config = Kind.CONFIG.schema();

        assertChoices(plan, "$defs/agent/properties/kind", AgentSpec.KINDS);
        assertChoices(plan, "properties/level", names(Level.values(), Level::wireName));
        assertChoices(plan, "$defs/step/properties/level", names(Level.values(), Level::wireName));
        assertChoices(config, "$defs/rule/properties/type", names(FailureType.values(), FailureType::wireName));
        assertChoices(config, "$defs/rule/properties/action", names(Action.values(), Action::wireName));
    }

    private static void assertChoices(SmallSchema schema, String place, List<String> expected) {
        assertThat(schema.at(place).list("enum").stream().map(String::valueOf))
                .as(place)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static <T> List<String> names(T[] values, java.util.function.Function<T, String> name) {
        return Arrays.stream(values).map(name).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: p, steps: [{id: größe-2_b, prompt: b}]}",
                "{name: 7, project: x, workspace: ., agent: codex, steps: [{id: 1, prompt: b}]}",
                "{name: p, workspace: {git: ../a.git, ref: release/1.0}, steps: [{id: a, prompt: b}]}",
                "{name: p, steps: [{id: a, prompt: b, needs: c, files: [x, y], model: m, action: run_tests, level: L1},"
                        + " {id: c, prompt: d, verify: 'true', tools: {bash: never, npm: {base: 2s}}}]}",
                "{name: p, agents: {claude: {}, codex: {permissions: read}, x: {command: [sh, a]}, y: {kind: gemini},"
                        + " z: {kind: api, model: m, provider: openai, url: 'http://127.0.0.1'}}, agent: x,"
                        + " steps: [{id: a, prompt: b, agent: y}]}",
                "{name: p, verify: [a, b], steps: [{id: a, prompt: b, verify: {commands: c, reviewer: claude}}]}",
                "{name: p, budget: {cost: $5, attempts: 20, calls: 100, time: 1h30m}, steps: [{id: a, prompt: b}]}",
                "{name: p, questions: {timeout: 30m, default: yes}, steps: [{id: a, prompt: b}]}",
                "{name: p, budget: {cost: 0.5}, level: auto, maxIterations: 50, steps: [{id: a, prompt: b}]}",
                "{name: p, escalation: {enabled: false, maxEscalations: 0}, l3: {bestOfN: 5, enableJudge: true,"
                        + " maxRounds: 10, diagnosis: {enabled: true, maxToTBranches: 1}}, steps: [{id: a, prompt: b}]}",
                "{name: p, steps: [{id: a, prompt: b, policy: {template: patient, maxAttempts: 3, backoff: fixed,"
                        + " base: 10ms, factor: 1.5, cap: 1.5h, jitter: off, attemptTimeout: 5min, deadline: 2d,"
                        + " maxServerWait: 0, onLongWait: ask, retryOn: [all], alwaysRetry: 'timeout, network',"
                        + " retryText: [404], escalateAfter: 0}}]}"
            })
    void aGoodPlanPleasesBoth(String text) throws Exception {
        assertThat(verdicts(Kind.PLAN, text)).containsExactly("schema: good", "reader: good");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{name: p}",
                "{name: ' ', steps: [{id: a, prompt: b}]}",
                "{name: p, steps: []}",
                "{name: p, steps: [{id: a}]}",
                "{name: p, steps: [{id: -a, prompt: b}]}",
                "{name: p, steps: [{id: a/b, prompt: b}]}",
                "{name: p, steps: [{id: 'a b', prompt: b}]}",
                "{name: p, steps: [{id: a.b, prompt: b}]}",
                "{name: p, steps: [{id: a, prompt: [b]}]}",
                "{name: p, agent: cursor, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {x: {}}, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {x: {kind: cursor}}, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {x: {kind: command}}, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {x: {kind: api}}, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {claude: {permissions: all}}, steps: [{id: a, prompt: b}]}",
                "{name: p, agents: {claude: {provider: google}}, steps: [{id: a, prompt: b}]}",
                "{name: p, verify: {}, steps: [{id: a, prompt: b}]}",
                "{name: p, workspace: {}, steps: [{id: a, prompt: b}]}",
                "{name: p, workspace: {ref: main}, steps: [{id: a, prompt: b}]}",
                "{name: p, workspace: {git: ../a.git, ref: --all}, steps: [{id: a, prompt: b}]}",
                "{name: p, level: L4, steps: [{id: a, prompt: b}]}",
                "{name: p, maxIterations: 51, steps: [{id: a, prompt: b}]}",
                "{name: p, maxIterations: many, steps: [{id: a, prompt: b}]}",
                "{name: p, l3: {enableJudge: 'yes'}, steps: [{id: a, prompt: b}]}",
                "{name: p, l3: {bestOfN: 6}, steps: [{id: a, prompt: b}]}",
                "{name: p, questions: {default: maybe}, steps: [{id: a, prompt: b}]}",
                "{name: p, budget: {cost: 0}, steps: [{id: a, prompt: b}]}",
                "{name: p, budget: {cost: cheap}, steps: [{id: a, prompt: b}]}",
                "{name: p, budget: {time: 5}, steps: [{id: a, prompt: b}]}",
                "{name: p, budget: {attempts: 0}, steps: [{id: a, prompt: b}]}",
                "{name: p, steps: [{id: a, prompt: b, policy: speedy}]}",
                "{name: p, steps: [{id: a, prompt: b, policy: {base: 5 weeks}}]}",
                "{name: p, steps: [{id: a, prompt: b, policy: {maxAttempts: 10001}}]}",
                "{name: p, steps: [{id: a, prompt: b, policy: {retryOn: 'timeout, sadness'}}]}",
                "{name: p, steps: [{id: a, prompt: b, tools: {bash: {factor: 0}}}]}"
            })
    void aBadPlanPleasesNeither(String text) throws Exception {
        assertThat(verdicts(Kind.PLAN, text)).containsExactly("schema: bad", "reader: bad");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{policy: patient, stages: {deploy: never}, steps: {a: {base: 1s}}, tools: {bash: {maxAttempts: 2}}}",
                "{rules: [{name: n, type: overloaded, contains: x, status: 403, exit: [1, 2], form: http,"
                        + " header: {via: proxy}, retryable: true, action: retry}]}",
                "{rules: [{name: n, type: timeout, matches: 'a+', form: [stream, process]}]}",
                "{models: [{id: m, provider: p, tier: 2, contextWindow: 32000, input: 0.1, output: 1, cacheRead: 0,"
                        + " cacheWrite: 2, capabilities: [tools]}], ladder: [m]}",
                "{confirm: always}",
                "{confirm: 'above: $0.50'}",
                "{confirm: {above: $2}, alerts: {webhook: 'https://hooks.example.com/x'}}",
                "{copies: {copy: [dist], link: node_modules, leave: ['*.iso']}}"
            })
    void goodSettingsPleaseBoth(String text) throws Exception {
        assertThat(verdicts(Kind.CONFIG, text)).containsExactly("schema: good", "reader: good");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "{policy: [1]}",
                "{policy: speedy}",
                "{rules: [{name: n, type: timeout}]}",
                "{rules: [{type: timeout, contains: x}]}",
                "{rules: [{name: n, type: sadness, contains: x}]}",
                "{rules: [{name: n, type: timeout, status: many}]}",
                "{rules: [{name: n, type: timeout, form: email}]}",
                "{rules: [{name: n, type: timeout, contains: x, action: pray}]}",
                "{rules: [{name: n, type: timeout, contains: x, retryable: perhaps}]}",
                "{models: [{input: 1}]}",
                "{models: [{id: m, input: free}]}",
                "{models: [{id: m, input: -1}]}",
                "{models: [{id: m, contextWindow: 0}]}",
                "{confirm: maybe}",
                "{confirm: {above: much}}",
                "{confirm: {}}",
                "{alerts: {webhook: 'ftp://example.com'}}"
            })
    void badSettingsPleaseNeither(String text) throws Exception {
        assertThat(verdicts(Kind.CONFIG, text)).containsExactly("schema: bad", "reader: bad");
    }

    private List<String> verdicts(Kind kind, String text) throws IOException {
        boolean schema = kind.schema().accepts(Yaml.parse("text", text));
        boolean reader = catchThrowable(() -> kind.read(text, folder)) == null;
        return List.of("schema: " + (schema ? "good" : "bad"), "reader: " + (reader ? "good" : "bad"));
    }

    @Test
    void theExamplesAreGoodPlans() throws Exception {
        try (Stream<Path> examples = Files.list(ROOT.resolve("examples"))) {
            List<Path> plans = examples.map(example -> example.resolve("plan.yaml"))
                    .filter(Files::exists)
                    .toList();
            assertThat(plans).hasSizeGreaterThan(3);
            for (Path plan : plans) {
                assertThat(verdicts(Kind.PLAN, Files.readString(plan)))
                        .as(plan.toString())
                        .containsExactly("schema: good", "reader: good");
            }
        }
    }

    @Test
    void theCommandPrintsThePlansSchema() throws Exception {
        Cli printed = Cli.run("plan", "schema");

        assertThat(printed.exit()).isZero();
        assertThat(printed.out()).isEqualTo(Files.readString(ROOT.resolve("schemas/plan.schema.json")));
    }
}
