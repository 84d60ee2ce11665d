package dev.mulligan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Model;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.RetryPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {

    @TempDir
    Path folder;

    private Path write(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void theProjectLiesOverTheUserAndTheEnvironmentOverBoth() throws Exception {
        write("home/config.yaml", "policy: {maxAttempts: 9, cap: 1m}\n");
        write("project/mulligan.yaml", "policy:\n  template: patient\nstages:\n  deploy: never\n");
        Files.createDirectories(folder.resolve("project/deep/down"));
        Map<String, String> environment =
                Map.of("MULLIGAN_CONFIG_HOME", folder.resolve("home").toString(), "MULLIGAN_MAX_ATTEMPTS", "2");

        Config config = ConfigFiles.load(folder.resolve("project/deep/down"), environment, file -> true);

        PolicyLayers.Effective effective = config.policy(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                .resolve();
        assertThat(effective.policy().name()).isEqualTo("patient");
        assertThat(effective.policy().maxAttempts()).isEqualTo(2);
        assertThat(effective.shadowed())
                .extracting(PolicyLayers.Shadowed::field)
                .contains("cap");
        assertThat(config.policy(Optional.empty(), Optional.of("deploy"), Optional.empty(), Optional.empty())
                        .resolve()
                        .policy()
                        .maxAttempts())
                .isEqualTo(1);
        assertThat(config.files()).hasSize(2);
    }

    @Test
    void aFileThatIsNamedStandsInThePlaceOfTheProjectsFileOnly() throws Exception {
        write("home/config.yaml", "policy: {maxAttempts: 9, cap: 1m}\n");
        write("project/mulligan.yaml", "policy: {maxAttempts: 8, base: 7s}\n");
        Map<String, String> environment =
                Map.of("MULLIGAN_CONFIG_HOME", folder.resolve("home").toString(), "MULLIGAN_DEADLINE", "5m");

        RetryPolicy policy = ConfigFiles.load(write("named.yaml", "policy: {maxAttempts: 3}\n"), environment)
                .policy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                .resolve()
                .policy();

        assertThat(policy.maxAttempts()).isEqualTo(3);
        assertThat(policy.backoff().cap()).isEqualTo(Duration.ofMinutes(1));
        assertThat(policy.backoff().base()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.deadline()).contains(Duration.ofMinutes(5));
    }

    @Test
    void aRungThatNobodyKnowsIsNamedWithItsPlace() throws Exception {
        Path file = write("ladder.yaml", "ladder: [claude-haiku-45, claude-opus-4-5]\n");

        assertThatThrownBy(() -> ConfigFiles.load(file))
                .hasMessageContaining("ladder.yaml:1:10: ladder: model 'claude-haiku-45' is not known")
                .hasMessageContaining("Did you mean 'claude-haiku-4-5'?");
    }

    @Test
    void theEnvironmentLiesOverStagesTooButNotOverOneAttempt() throws Exception {
        write("p/mulligan.yaml", "stages: {test: {maxAttempts: 5, base: 3s}, deploy: {maxAttempts: 1}}\n");
        Config config = ConfigFiles.load(folder.resolve("p"), Map.of("MULLIGAN_MAX_ATTEMPTS", "6"), file -> true);

        assertThat(attempts(config, "test")).isEqualTo(6);
        assertThat(attempts(config, "build")).isEqualTo(6);
        assertThat(attempts(config, "deploy")).isEqualTo(1);
    }

    private static int attempts(Config config, String stage) {
        return config.policy(Optional.empty(), Optional.of(stage), Optional.empty(), Optional.empty())
                .resolve()
                .policy()
                .maxAttempts();
    }

    @Test
    void aStrangersFileOnlySaysHowOftenToTryAndWhatAFailureIsCalled() throws Exception {
        write("p/mulligan.yaml", """
                policy: {maxAttempts: 3}
                rules: [{name: ours, type: overloaded, contains: busy}]
                confirm: never
                ladder: [dear]
                models: [{id: dear, output: 900}]
                alerts: {webhook: "https://strange.example/x"}
                """);
        Config untrusted = ConfigFiles.load(folder.resolve("p"), Map.of(), file -> false);
        assertThat(untrusted.policies().defaults()).hasSize(1);
        assertThat(untrusted.rules()).hasSize(1);
        assertThat(untrusted.confirm()).isEqualTo(Config.EMPTY.confirm());
        assertThat(untrusted.ladder()).isEmpty();
        assertThat(untrusted.escalation().models()).isEmpty();
        assertThat(untrusted.alertWebhook()).isEmpty();
        Config trusted = ConfigFiles.load(folder.resolve("p"), Map.of(), file -> true);
        assertThat(trusted.ladder()).containsExactly("dear");
        assertThat(trusted.alertWebhook()).isPresent();
    }

    @Test
    void aTypingMistakeIsSaidBeforeAnybodyIsAskedForTrust() throws Exception {
        write("p/mulligan.yaml", "polcy: {maxAttempts: 3}\n");
        assertThatThrownBy(() -> ConfigFiles.load(folder.resolve("p"), Map.of(), file -> {
                    throw new AssertionError("nobody is asked");
                }))
                .hasMessageContaining("polcy is not known here; did you mean policy?");
    }

    @Test
    void onlyAChangeOfWhatNeedsTrustChangesTheFingerprint() throws Exception {
        String first = print("policy: {maxAttempts: 3}\nalerts: {webhook: 'https://a.example/'}\nconfirm: never\n");
        assertThat(print("# remark\nconfirm: never\nalerts:\n  webhook: https://a.example/\n"))
                .isEqualTo(first);
        assertThat(print("alerts: {webhook: 'https://b.example/'}\nconfirm: never\n"))
                .isNotEqualTo(first);
        assertThat(print("alerts: {webhook: 'https://a.example/'}\nconfirm: never\nlater: [rm]\n"))
                .isNotEqualTo(first);
    }

    private String print(String text) throws Exception {
        return ProjectFile.read(write("f/mulligan.yaml", text)).fingerprint();
    }

    @Test
    void aStepTypeStartsFromItsOwnPolicy() {
        assertThat(attempts("run_tests")).isEqualTo(5);
        assertThat(attempts("install_deps")).isEqualTo(3);
        assertThat(attempts("run_security_scan")).isEqualTo(1);
        assertThat(attempts("write_docs")).isEqualTo(4);
    }

    private static int attempts(String stage) {
        return Config.EMPTY
                .policy(Optional.empty(), Optional.of(stage), Optional.empty(), Optional.empty())
                .resolve()
                .policy()
                .maxAttempts();
    }

    @Test
    void ownRulesComeFirst() throws Exception {
        Path file = write("mulligan.yaml", """
                rules:
                  - name: our-proxy-busy
                    type: overloaded
                    contains: PROXY-77
                    status: 403
                    retryable: true
                    action: retry
                """);

        Verdict verdict = ConfigFiles.load(file)
                .classifier()
                .classify(new Evidence.Http(403, Map.of(), "denied by proxy: proxy-77"));

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Failed.class, failed -> {
            assertThat(failed.failure().type()).isEqualTo(FailureType.OVERLOADED);
            assertThat(failed.failure().rule()).contains("our-proxy-busy");
            assertThat(failed.failure().retryable()).isTrue();
        });
    }

    @Test
    void ownModelsAndConfirmation() throws Exception {
        Config config = ConfigFiles.load(write("mulligan.yaml", """
                models:
                  - {id: local-large, provider: vllm, contextWindow: 32000, input: 0.1, output: 0.2, capabilities: [tools]}
                  - {id: local-small, provider: vllm}
                ladder: [local-small, local-large]
                confirm: {above: $2}
                """));

        assertThat(config.allModels().find("local-large"))
                .map(Model::contextWindow)
                .contains(32000);
        assertThat(config.ladder()).isEqualTo(List.of("local-small", "local-large"));
        assertThat(config.confirm()).isInstanceOf(Confirm.Above.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "polcy: {}"                                              | mulligan.yaml:1 | did you mean policy
            "policy: {maxAttempts: 0}"                               | maxAttempts     | at least 1
            "policy: {maxRetries: 3}"                                | maxRetries      | is not known here
            "policy: {tempalte: patient}"                            | mulligan.yaml:1 | did you mean template
            "stages: {deploy: {maxAttempts: lots}}"                  | mulligan.yaml:1 | must be a number
            "steps: {build: {retryOn: [overload]}}"                  | mulligan.yaml:1 | overload
            "tools: {bash: {template: speedy}}"                      | mulligan.yaml:1 | speedy
            "policy: {template: speedy}"                             | speedy          | there are
            "policy: [1]"                                            | mulligan.yaml:1 | mapping
            "rules: [{name: x, type: overload, contains: y}]"        | overload        | there are
            "rules: [{name: x, type: timeout}]"                      | x               | no condition
            "rules: [{name: x, type: timeout, matches: '(('}]"       | x               | not valid RE2
            "rules: [{name: x, type: timeout, status: many}]"        | status          | whole number
            "models: [{id: m, input: free}]"                         | input           | number
            "confirm: maybe"                                         | confirm         | always, never or above
            "policy: {base: 5}"                                      | base            | unit
            "a: [b"                                                  | mulligan.yaml   | expected
            """)
    void mistakesSayWhatAndWhere(String text, String where, String what) throws Exception {
        Path file = write("mulligan.yaml", text);

        assertThatThrownBy(() -> ConfigFiles.load(file)
                        .policy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                        .resolve())
                .hasMessageContaining(where)
                .hasMessageContaining(what);
    }

    @Test
    void aValueThatFitsOnlyTheRestOfItsLayersIsNoMistakeAlone() throws Exception {
        Config config = ConfigFiles.load(write(
                "mulligan.yaml", "policy: {base: 50ms}\nstages: {quick: {cap: 100ms}, slow: {base: 2m, cap: 5m}}"));

        assertThat(config.policy(Optional.empty(), Optional.of("quick"), Optional.empty(), Optional.empty())
                        .resolve()
                        .policy()
                        .backoff()
                        .cap())
                .isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void upstreamsForClientsOfAnotherWire(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mulligan.yaml"), """
                upstreams:
                  gpt: {wire: openai, address: 'https://api.openai.com', keys: [K], translate: [anthropic], api: responses}
                  claude: {wire: anthropic, address: 'https://api.anthropic.com', keys: [K], translate: openai, leaveOut: [web_search]}
                  plain: {wire: openai, address: 'http://127.0.0.1:8000'}
                """);
        assertThat(ConfigFiles.load(file).upstreams())
                .extracting(UpstreamConfig::translation)
                .containsExactly(
                        new TranslationConfig(Set.of("anthropic"), true, Set.of()),
                        new TranslationConfig(Set.of("openai"), false, Set.of("web_search")),
                        TranslationConfig.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wire: openai, translate: [gemini]                    | cannot be translated for openai
            wire: openai, translate: [openai]                    | cannot be translated for openai
            wire: gemini, translate: [anthropic]                 | cannot be translated for gemini
            wire: openai, translate: [anthropic], keys: client   | give it a key of its own
            wire: openai, translate: [anthropic], api: both      | chat or responses
            wire: anthropic, translate: [openai], api: chat      | others have one api
            """)
    void wrongTranslationsAreRefused(String fields, String why) throws Exception {
        Path file = write("mulligan.yaml", "upstreams: {x: {address: 'http://127.0.0.1:1', " + fields + "}}");
        assertThatThrownBy(() -> ConfigFiles.load(file).upstreams()).hasMessageContaining(why);
    }

    /** A header that cannot be sent ends each request in the middle of being written, and its client waits for ever. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            address: 'http://h', headers: {'x a': y}             | 'x a' is no name of a header
            address: 'http://h', headers: {x-a: "y\\nz: 1"}      | the header x-a cannot be sent
            address: 'http://h', keyHeader: 'api key'            | 'api key' is no name of a header
            address: 'http://anna:secret@h'                      | what goes before @ belongs in keys: or headers:
            address: 'http://h/api?version=1'                    | what goes after ? cannot be sent
            """)
    void upstreamsThatCannotBeCalledAreRefused(String fields, String why) throws Exception {
        Path file = write("mulligan.yaml", "upstreams: {x: {wire: anthropic, " + fields + "}}");
        assertThatThrownBy(() -> ConfigFiles.load(file).upstreams())
                .hasMessageContaining("mulligan.yaml:1:")
                .hasMessageContaining(why);
    }

    @Test
    void upstreamsWithKeysNamesAndKinds(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mulligan.yaml"), """
                upstreams:
                  work:
                    wire: anthropic
                    address: https://api.anthropic.com
                    keys: [WORK_KEY, WORK_KEY_2]
                    weight: 3
                  openrouter:
                    wire: anthropic
                    address: https://openrouter.ai/api
                    keys: OPENROUTER_KEY
                    keyHeader: authorization
                    headers: {x-title: mulligan}
                    models: {claude-sonnet-5-5: anthropic/claude-sonnet-5.5}
                    on: [outage, quota_exhausted]
                    account: claude
                  own:
                    wire: openai
                    address: http://127.0.0.1:8000/v1
                    keys: client
                """);
        List<UpstreamConfig> read = ConfigFiles.load(file).upstreams();
        assertThat(read).extracting(UpstreamConfig::name).containsExactly("work", "openrouter", "own");
        assertThat(read.getFirst().keyVariables()).containsExactly("WORK_KEY", "WORK_KEY_2");
        assertThat(read.getFirst().weight()).isEqualTo(3);
        UpstreamConfig second = read.get(1);
        assertThat(second.on())
                .contains(FailureType.QUOTA_EXHAUSTED, FailureType.OVERLOADED, FailureType.NETWORK)
                .doesNotContain(FailureType.RATE_LIMIT);
        assertThat(second.keyHeader()).contains("authorization");
        assertThat(second.models()).containsEntry("claude-sonnet-5-5", "anthropic/claude-sonnet-5.5");
        assertThat(second.account()).contains("claude");
        assertThat(read.get(2).clientKey()).isTrue();
        assertThat(read.get(2).keyVariables()).isEmpty();

        for (String mistake : List.of(
                "{upstreams: {x: {wire: smtp, address: 'http://h'}}}",
                "{upstreams: {x: {wire: openai}}}",
                "{upstreams: {x: {wire: openai, address: nowhere}}}",
                "{upstreams: {x: {wire: openai, address: 'http://h', on: [rain]}}}",
                "{upstreams: {x: {wire: openai, address: 'http://h', weight: 0}}}")) {
            Files.writeString(file, mistake);
            assertThatThrownBy(() -> ConfigFiles.load(file)).hasMessageContaining("mulligan.yaml");
        }
    }
}
