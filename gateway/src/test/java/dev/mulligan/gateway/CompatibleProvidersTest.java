package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.access.ApiKey;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.text.Yaml;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers that speak another one's wire work by configuration alone, errors in their own words included. */
@Timeout(60)
class CompatibleProvidersTest {

    private static final String CHAT =
            "{\"model\":\"gpt-6-sol\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    /** The first key is refused or empty, the second is good; single bad answers are tried again. */
    @ParameterizedTest
    @CsvSource({
        "openrouter, openai, /api/v1, 429",
        "openrouter, openai, /api/v1, 400",
        "openrouter, anthropic, /api, 503",
        "deepseek, anthropic, /anthropic, 503",
        "deepseek, openai, '', 503",
        "azure, openai, /openai/v1, 429",
        "zai, openai, /api/paas/v4, 429",
        "vllm, openai, /v1, 500",
        "ollama, anthropic, '', 503",
    })
    void failureInTheirWordsIsRecovered(String dialect, String wire, String base, int status) throws Exception {
        String script = "{dialect: " + dialect + ", requests: [{fault: status, code: " + status + "}]}";
        try (ProviderSimulator simulator =
                        ProviderSimulator.start(ScriptReader.read(Yaml.parse("s", script)), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .routes(List.of(UpstreamSpec.of(dialect, wire, URI.create(simulator.url() + base))
                                .withKeys(List.of(new ApiKey("sk-own")))))
                        .policy(Rig.FOUR)
                        .time(FastTime.of(50)))) {
            boolean anthropic = wire.equals("anthropic");
            RawClient.Got got = RawClient.post(
                    gateway.port(),
                    anthropic ? "/v1/messages" : "/v1/chat/completions",
                    anthropic ? Rig.ASK : CHAT,
                    "x-api-key: sk-client");
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.header("x-mulligan-upstream")).isEqualTo(dialect);
            assertThat(simulator.requests()).hasSize(2);
            String path = simulator.requests().getFirst().target();
            assertThat(path).startsWith(base).doesNotContain("v1/v1").doesNotContain("v4/v1");
            assertThat(simulator.requests().getFirst().headers().toString())
                    .contains("sk-own")
                    .doesNotContain("sk-client");
        }
    }
}
