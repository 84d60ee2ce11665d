package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.config.TranslationConfig;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.access.ApiKey;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.provider.ErrorCodes;
import dev.mulligan.provider.SseReader;
import dev.mulligan.provider.StreamWatch;
import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.SimRequest;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An upstream that speaks another wire answers clients like any other route, once it is allowed to. */
@Timeout(60)
class TranslatedRoutesTest {

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private ProviderSimulator provider(String script) throws Exception {
        ProviderSimulator simulator =
                ProviderSimulator.start(ScriptReader.read(Yaml.parse("script", script)), Replies.ALL_DONE);
        open.add(simulator);
        return simulator;
    }

    private static UpstreamSpec other(ProviderSimulator at, Wire wire) {
        String client = wire == Wire.ANTHROPIC ? "openai" : "anthropic";
        return UpstreamSpec.of("other", wire.provider(), URI.create(at.url()))
                .withKeys(List.of(new ApiKey("sk-other")))
                .calling(Map.of("claude-sonnet-5-5", "gpt-6-sol", "gpt-6-sol", "claude-sonnet-5-5"))
                .translating(new TranslationConfig(Set.of(client), wire == Wire.RESPONSES, Set.of()));
    }

    private Gateway gateway(ProviderSimulator main, UpstreamSpec... routes) {
        Gateway gateway = Gateway.start(GatewayOptions.standard()
                .listeningOn("127.0.0.1", 0)
                .upstream("anthropic", URI.create(main.url()))
                .upstream("openai", URI.create(main.url()))
                .routes(List.of(routes))
                .policy(Rig.FOUR)
                .time(FastTime.of(50)));
        open.add(gateway);
        return gateway;
    }

    private static String ask(Wire wire, boolean streams) {
        String stream = streams ? ",\"stream\":true" : "";
        return switch (wire) {
            case ANTHROPIC -> streams ? Rig.ASK_STREAM : Rig.ASK;
            case RESPONSES -> "{\"model\":\"gpt-6-sol\",\"input\":\"Hi\"" + stream + "}";
            case CHAT, GEMINI ->
                "{\"model\":\"gpt-6-sol\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]" + stream + "}";
        };
    }

    private static RawClient.Got send(Gateway gateway, Wire client, String body) throws Exception {
        return RawClient.post(
                gateway.port(),
                client.path(),
                body,
                client == Wire.ANTHROPIC ? "x-api-key: sk-client" : "authorization: Bearer sk-client");
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC, CHAT, false",
        "ANTHROPIC, CHAT, true",
        "ANTHROPIC, RESPONSES, false",
        "ANTHROPIC, RESPONSES, true",
        "CHAT, ANTHROPIC, false",
        "CHAT, ANTHROPIC, true",
        "RESPONSES, ANTHROPIC, false",
        "RESPONSES, ANTHROPIC, true",
    })
    void aStandInOfAnotherWireAnswersWhenTheProviderIsDown(Wire client, Wire upstream, boolean streams)
            throws Exception {
        ProviderSimulator main = provider("[{fault: status, code: 503, times: forever}]");
        ProviderSimulator stand = provider("[]");
        Gateway gateway = gateway(
                main, other(stand, upstream).standingInFor(Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR)));

        RawClient.Got got = send(gateway, client, ask(client, streams));
        assertThat(got.header("x-mulligan-model"))
                .as("the model that answered")
                .isEqualTo(client == Wire.ANTHROPIC ? "gpt-6-sol" : "claude-sonnet-5-5");

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.header("x-mulligan-upstream")).isEqualTo("other");
        assertThat(got.header("x-mulligan-translated")).startsWith(client.wireName() + " to " + upstream.wireName());
        assertThat(got.body()).contains("All");
        if (streams) {
            assertThat(isWholeStream(client, got.body())).isTrue();
        } else {
            JsonObject answer = Json.parseObject(got.body());
            assertThat(answer.object("usage")).isPresent();
        }
        assertThat(main.requests()).hasSize(2);
        SimRequest called = stand.requests().getFirst();
        assertThat(called.target()).isEqualTo(upstream.path());
        assertThat(Json.parseObject(new String(called.body(), StandardCharsets.UTF_8))
                        .text("model"))
                .contains(client == Wire.ANTHROPIC ? "gpt-6-sol" : "claude-sonnet-5-5");
        assertThat(called.headers().toString()).contains("sk-other").doesNotContain("sk-client");
        assertThat(main.requests().toString()).doesNotContain("sk-other");
    }

    private static boolean isWholeStream(Wire wire, String body) {
        StreamWatch watch = StreamWatch.of(wire);
        SseReader reader = new SseReader(watch::see);
        reader.feed(body.getBytes(StandardCharsets.UTF_8));
        reader.end();
        return watch.hasContent() && watch.hasEnded() && watch.usage().output() > 0 == (wire != Wire.CHAT);
    }

    @Test
    void withoutBeingAllowedItAnswersOnlyItsOwnClients() throws Exception {
        ProviderSimulator main = provider("[{fault: status, code: 503, times: forever}]");
        ProviderSimulator stand = provider("[]");
        UpstreamSpec plain = other(stand, Wire.CHAT)
                .translating(TranslationConfig.NONE)
                .standingInFor(Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR));
        assertThat(send(gateway(main, plain), Wire.ANTHROPIC, Rig.ASK).status()).isEqualTo(503);
        assertThat(stand.requests()).isEmpty();
    }

    @Test
    void whatCannotBeTranslatedIsRefusedBeforeTheCall() throws Exception {
        ProviderSimulator only = provider("[]");
        Gateway gateway = gateway(only, other(only, Wire.CHAT));
        RawClient.Got got = send(
                gateway,
                Wire.ANTHROPIC,
                Rig.ASK.replace("\"max_tokens\"", "\"mcp_servers\":[{\"url\":\"x\"}],\"max_tokens\""));
        assertThat(got.status()).isEqualTo(400);
        assertThat(got.body()).contains("invalid_request_error", "mcp_servers", "upstream other");
        assertThat(only.requests()).isEmpty();
    }

    @Test
    void aStandInThatCannotUnderstandARequestIsNoWayOut() throws Exception {
        ProviderSimulator main = provider("[{fault: status, code: 529, times: forever}]");
        ProviderSimulator stand = provider("[]");
        Gateway gateway = gateway(
                main, other(stand, Wire.CHAT).standingInFor(Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR)));
        RawClient.Got got =
                send(gateway, Wire.ANTHROPIC, Rig.ASK.replace("\"max_tokens\"", "\"container\":\"c\",\"max_tokens\""));
        // The provider's own word, after all attempts, instead of a complaint about our translation.
        assertThat(got.status()).isEqualTo(529);
        assertThat(main.requests()).hasSize(4);
        assertThat(stand.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ANTHROPIC | CHAT      | status, code: 401 | AUTH_ERROR
            ANTHROPIC | CHAT      | no-credit         | QUOTA_EXHAUSTED
            ANTHROPIC | RESPONSES | status, code: 429 | RATE_LIMIT
            ANTHROPIC | CHAT      | context-limit     | CONTEXT_LIMIT
            CHAT      | ANTHROPIC | status, code: 529 | OVERLOADED
            RESPONSES | ANTHROPIC | context-limit     | CONTEXT_LIMIT
            RESPONSES | ANTHROPIC | status, code: 404 | MODEL_UNAVAILABLE
            """)
    void errorsAreToldTheWayTheClientsOwnProviderTellsThem(Wire client, Wire upstream, String fault, FailureType type)
            throws Exception {
        ProviderSimulator only = provider("[{fault: " + fault + ", times: forever}]");
        Gateway gateway = gateway(only, other(only, upstream));
        RawClient.Got got = send(gateway, client, ask(client, false));
        assertThat(got.status()).isEqualTo(ErrorCodes.status(client, type));
        JsonObject error = Json.parseObject(got.body()).object("error").orElseThrow();
        assertThat(error.text("type")).contains(ErrorCodes.code(client, type));
        if (type == FailureType.CONTEXT_LIMIT && client == Wire.ANTHROPIC) {
            assertThat(error.text("message").orElseThrow()).startsWith("prompt is too long");
        }
    }

    /** Whatever breaks, the client gets a whole stream or its own wire's error; never half of one. */
    @ParameterizedTest
    @CsvSource({
        "error-event, first",
        "error-event, after-start",
        "cut-stream, after-start",
        "malformed, after-start",
        "reset-stream, after-start",
        "empty-body, ''",
        "empty-content, ''",
    })
    void streamsThatBreakEarlyAreMadeAgain(String fault, String where) throws Exception {
        String at = where.isEmpty() ? "" : ", where: " + where;
        for (Wire client : List.of(Wire.ANTHROPIC, Wire.CHAT, Wire.RESPONSES)) {
            ProviderSimulator only = provider("[{fault: " + fault + at + ", times: 2}]");
            Gateway gateway = gateway(only, other(only, client == Wire.ANTHROPIC ? Wire.CHAT : Wire.ANTHROPIC));
            RawClient.Got got = send(gateway, client, ask(client, true));
            assertThat(isWholeStream(client, got.body()))
                    .as(client + " " + got.body())
                    .isTrue();
            assertThat(only.requests()).hasSize(3);
        }
    }

    @Test
    void aStreamThatBreaksLateEndsWithTheClientsOwnError() throws Exception {
        ProviderSimulator only = provider("[{fault: error-event, where: after-content, times: 1}]");
        Gateway gateway = gateway(only, other(only, Wire.CHAT));
        RawClient.Got got = send(gateway, Wire.ANTHROPIC, Rig.ASK_STREAM);
        assertThat(got.body())
                .contains("event: message_start")
                .contains("event: error\ndata: {\"type\":\"error\"")
                .doesNotContain("message_stop");
    }

    @Test
    void onlyCallsOfAModelAreTranslated() throws Exception {
        ProviderSimulator only = provider("[]");
        Gateway gateway = gateway(only, other(only, Wire.CHAT));
        RawClient.Got got =
                RawClient.post(gateway.port(), "/v1/messages/count_tokens", Rig.ASK, "x-api-key: sk-client");
        assertThat(got.status()).isEqualTo(404);
        assertThat(got.body()).contains("not_found_error", "upstream other");
        assertThat(only.requests()).isEmpty();
    }

    @Test
    void thoughtsOfAnotherUpstreamDoNotReachTheProvider() throws Exception {
        ProviderSimulator main = provider("[]");
        ProviderSimulator stand = provider("[]");
        Gateway gateway = gateway(main, other(stand, Wire.CHAT).standingInFor(Set.of(FailureType.OVERLOADED)));
        String body = """
                {"model":"claude-sonnet-5-5","max_tokens":9,"messages":[{"role":"user","content":"a"},\
                {"role":"assistant","content":[{"type":"redacted_thinking","data":"mulligan-thought:aG0="},{"type":"text","text":"b"}]},\
                {"role":"user","content":"c"}]}""";
        assertThat(send(gateway, Wire.ANTHROPIC, body).status()).isEqualTo(200);
        assertThat(new String(main.requests().getFirst().body(), StandardCharsets.UTF_8))
                .doesNotContain("thought")
                .contains("\"text\":\"b\"");
    }

    /** Every failure that makes a request move, on every wire: each upstream sees its own keys and no other. */
    @Test
    void noKeyReachesAnUpstreamItDoesNotBelongTo() throws Exception {
        for (String fault :
                List.of("status, code: 401", "status, code: 429", "no-credit", "status, code: 503", "reset")) {
            ProviderSimulator main = provider("[{fault: " + fault + ", times: forever}]");
            ProviderSimulator own = provider("[{fault: " + fault + ", times: forever}]");
            ProviderSimulator chat = provider("[{fault: " + fault + ", times: forever}]");
            ProviderSimulator claude = provider("[{fault: " + fault + ", times: forever}]");
            Map<ProviderSimulator, List<String>> keysOf = Map.of(
                    main, List.of("sk-client"),
                    own, List.of("sk-own-1", "sk-own-2"),
                    chat, List.of("sk-chat"),
                    claude, List.of("sk-claude"));
            Set<FailureType> all = Set.of(FailureType.values());
            UpstreamSpec ownSpec = UpstreamSpec.of("own", "anthropic", URI.create(own.url()))
                    .withKeys(List.of(new ApiKey("sk-own-1"), new ApiKey("sk-own-2")))
                    .standingInFor(all);
            UpstreamSpec chatSpec = UpstreamSpec.of("chat", "openai", URI.create(chat.url()))
                    .withKeys(List.of(new ApiKey("sk-chat")))
                    .translating(new TranslationConfig(Set.of("anthropic"), false, Set.of()))
                    .standingInFor(all);
            UpstreamSpec claudeSpec = UpstreamSpec.of("claude", "anthropic", URI.create(claude.url()))
                    .withKeys(List.of(new ApiKey("sk-claude")))
                    .translating(new TranslationConfig(Set.of("openai"), false, Set.of()))
                    .standingInFor(all);
            Gateway gateway = gateway(main, ownSpec, chatSpec, claudeSpec);

            for (Wire client : List.of(Wire.ANTHROPIC, Wire.CHAT, Wire.RESPONSES)) {
                send(gateway, client, ask(client, false));
                send(gateway, client, ask(client, true));
            }

            List<String> keys = keysOf.values().stream().flatMap(List::stream).toList();
            keysOf.forEach((upstream, allowed) -> keys.forEach(key -> {
                if (!allowed.contains(key)) {
                    assertThat(upstream.requests())
                            .as(fault + ": " + key + " at the upstream of " + allowed)
                            .noneMatch(seen -> seen.headers().toString().contains(key)
                                    || seen.target().contains(key));
                }
            }));
            assertThat(List.of(main, own, chat, claude))
                    .as("some requests moved: " + fault)
                    .filteredOn(upstream -> !upstream.requests().isEmpty())
                    .hasSizeGreaterThan(2);
        }
    }

    @Test
    void theKeyOfAClientIsNotForAnotherProvider() {
        assertThatThrownBy(() -> UpstreamSpec.ofProvider("openai", URI.create("http://localhost"))
                        .translating(new TranslationConfig(Set.of("anthropic"), false, Set.of())))
                .hasMessageContaining("cannot get the key that they send");
    }
}
