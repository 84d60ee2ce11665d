package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.config.TranslationConfig;
import dev.mulligan.config.UpstreamConfig;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.ScriptedUpstream.Step;
import dev.mulligan.gateway.access.ApiKey;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several upstreams and keys: the same promises on every wire. */
@Timeout(60)
class RoutesTest {

    private static final Set<FailureType> OUTAGE =
            Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR, FailureType.NETWORK, FailureType.TIMEOUT);
    private static final Set<FailureType> KEYS =
            Set.of(FailureType.QUOTA_EXHAUSTED, FailureType.RATE_LIMIT, FailureType.AUTH_ERROR);

    /** A wire with a request, a good answer, and what its providers say when they cannot. */
    enum On {
        ANTHROPIC("anthropic", "/v1/messages", "x-api-key", Rig.ASK, Replies.GOOD_JSON),
        CHAT("openai", "/v1/chat/completions", "authorization", Rig.ASK, Replies.GOOD_CHAT),
        RESPONSES(
                "openai", "/v1/responses", "authorization", "{\"model\":\"claude-sonnet-5-5\",\"input\":\"Hi\"}", """
                {"id":"r","object":"response","status":"completed","output":[{"type":"message"}],"usage":{}}"""),
        GEMINI(
                "gemini",
                "/v1beta/models/claude-sonnet-5-5:generateContent?key=CLIENT&x=1",
                "x-goog-api-key",
                "{\"contents\":[{\"parts\":[{\"text\":\"Hi\"}]}]}",
                "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hello\"}]}}]}");

        private final String provider;
        private final String path;
        private final String keyHeader;
        private final String body;
        private final String good;

        On(String provider, String path, String keyHeader, String body, String good) {
            this.provider = provider;
            this.path = path;
            this.keyHeader = keyHeader;
            this.body = body;
            this.good = good;
        }

        Step answers() {
            return Replies.json(good);
        }

        String clientKey() {
            return keyHeader + ": " + (keyHeader.equals("authorization") ? "Bearer CLIENT" : "CLIENT");
        }
    }

    private static final Step RATE_LIMITED = Replies.status(
            429, "{\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Rate limit reached\"}}", "retry-after: 200");
    private static final Step NO_MONEY = Replies.status(
            429,
            "{\"error\":{\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\",\"message\":\"You exceeded your current quota\"}}");
    private static final Step DOWN = Replies.status(503, "{\"error\":{\"message\":\"down\"}}");

    private final ManualTime time = new ManualTime();
    private final List<GatewayFact> facts = new CopyOnWriteArrayList<>();
    private final Map<String, ScriptedUpstream> upstreams = new LinkedHashMap<>();
    private @Nullable Gateway gateway;

    private ScriptedUpstream upstream(String name) throws IOException {
        ScriptedUpstream known = upstreams.get(name);
        if (known != null) {
            return known;
        }
        ScriptedUpstream fresh = new ScriptedUpstream();
        upstreams.put(name, fresh);
        return fresh;
    }

    private UpstreamSpec spec(On on, String name, String... keys) throws IOException {
        return UpstreamSpec.of(name, on.provider, upstream(name).uri())
                .withKeys(Stream.of(keys).map(ApiKey::new).toList());
    }

    /** The provider itself is the upstream {@code main}. */
    private void start(On on, UpstreamSpec... more) throws IOException {
        gateway = Gateway.start(GatewayOptions.standard()
                .listeningOn("127.0.0.1", 0)
                .upstream(on.provider, upstream("main").uri())
                .routes(List.of(more))
                .policy(PolicyTemplates.get("patient"))
                .time(time)
                .listener(facts::add));
    }

    private int port() {
        return Objects.requireNonNull(gateway).port();
    }

    @AfterEach
    void stop() throws IOException {
        if (gateway != null) {
            gateway.close();
        }
        for (ScriptedUpstream upstream : upstreams.values()) {
            upstream.close();
        }
    }

    private RawClient.Got ask(On on, String session) throws IOException {
        return RawClient.post(
                port(), on.path, on.body, on.clientKey(), "x-session-id: " + session, "openai-organization: o");
    }

    private List<FallbackUsed> fallbacks() {
        return facts.stream()
                .filter(GatewayFact.Recovering.class::isInstance)
                .map(fact -> ((GatewayFact.Recovering) fact).said())
                .filter(FallbackUsed.class::isInstance)
                .map(FallbackUsed.class::cast)
                .toList();
    }

    /** A key read from a file with its line break would end each request in the middle of being written. */
    @Test
    void aKeyThatCannotBeSentIsRefusedAtTheStart() {
        UpstreamConfig config = new UpstreamConfig(
                "work",
                "anthropic",
                URI.create("http://127.0.0.1:1"),
                List.of("WORK_KEY"),
                false,
                Optional.empty(),
                Map.of(),
                Map.of(),
                Set.of(),
                1,
                Optional.empty(),
                TranslationConfig.NONE);
        assertThatThrownBy(() -> UpstreamSpec.of(config, Map.of("WORK_KEY", "sk-secret\n")))
                .hasMessageContaining("work: the key in the variable WORK_KEY cannot be sent")
                .message()
                .doesNotContain("sk-secret");
    }

    @ParameterizedTest
    @EnumSource
    void anotherUpstreamStandsInDuringAnOutage(On on) throws Exception {
        start(
                on,
                spec(on, "second", "KEY-2")
                        .standingInFor(OUTAGE)
                        .calling(Map.of("claude-sonnet-5-5", "vendor/sonnet")));
        upstream("main").always(DOWN);
        upstream("second").always(on.answers());

        RawClient.Got got = ask(on, "s1");

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.header("x-mulligan-upstream")).isEqualTo("second");
        assertThat(got.header("x-mulligan-model")).isEqualTo("claude-sonnet-5-5");
        assertThat(got.header("x-mulligan-attempts")).isEqualTo("3");
        assertThat(upstream("main").calls()).isEqualTo(2);
        ScriptedUpstream.Seen seen = upstream("second").seen().getFirst();
        assertThat(seen.head() + seen.text()).contains("vendor/sonnet");
        assertThat(fallbacks()).singleElement().satisfies(used -> {
            assertThat(used.fromUpstream()).contains(on.provider);
            assertThat(used.toUpstream()).contains("second");
            assertThat(used.toModel()).isEqualTo("vendor/sonnet");
            assertThat(used.why()).isPresent();
        });

        // The session stays while its prompt is cached there; then, and for others at once, the first one is tried
        // again.
        time.advance(Duration.ofSeconds(30));
        upstream("main").always(on.answers());
        assertThat(ask(on, "s1").header("x-mulligan-upstream")).isEqualTo("second");
        assertThat(ask(on, "s2").header("x-mulligan-upstream")).isEqualTo(on.provider);
        time.advance(Duration.ofMinutes(6));
        assertThat(ask(on, "s1").header("x-mulligan-upstream")).isEqualTo(on.provider);
    }

    @ParameterizedTest
    @EnumSource
    void emptyKeyIsSetAsideUntilTheInstantStated(On on) throws Exception {
        start(on, spec(on, "pool", "KEY-A", "KEY-B"));
        upstream("pool")
                .always((seen, line) ->
                        (seen.head().contains("KEY-A") ? RATE_LIMITED : on.answers()).answer(seen, line));
        for (int i = 0; i < 6; i++) {
            RawClient.Got got = ask(on, "s" + i);
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.header("x-mulligan-upstream")).isEqualTo("pool#2");
        }
        assertThat(calls("KEY-A")).as("asked once, then left alone").isEqualTo(1);
        time.advance(Duration.ofSeconds(201));
        upstream("pool").always(on.answers());
        for (int i = 10; i < 16; i++) {
            ask(on, "s" + i);
        }
        assertThat(calls("KEY-A")).as("used again").isGreaterThan(1);
    }

    private long calls(String key) throws IOException {
        return upstream("pool").seen().stream()
                .filter(seen -> seen.head().contains(key))
                .count();
    }

    @ParameterizedTest
    @EnumSource
    void noMoneyGoesToTheUpstreamMeantForIt(On on) throws Exception {
        start(
                on,
                spec(on, "first", "KEY-1"),
                spec(on, "outages", "KEY-2").standingInFor(OUTAGE),
                spec(on, "money", "KEY-3").standingInFor(KEYS));
        upstream("first").always(NO_MONEY);
        upstream("outages").always(on.answers());
        upstream("money").always(on.answers());
        RawClient.Got got = ask(on, "s");
        assertThat(got.header("x-mulligan-upstream")).isEqualTo("money");
        assertThat(upstream("outages").calls()).isZero();
        assertThat(upstream("first").calls()).isEqualTo(1);
    }

    /** Every upstream fails in every way, so that every other one is tried: each key is seen by its own upstream alone. */
    @ParameterizedTest
    @EnumSource
    void noKeyReachesAnotherUpstream(On on) throws Exception {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        keys.put("main", List.of("CLIENT"));
        keys.put("a", List.of("KEY-A1", "KEY-A2"));
        keys.put("b", List.of("KEY-B1", "KEY-B2"));
        keys.put("local", List.of());
        Set<FailureType> all = Set.of(FailureType.values());
        start(
                on,
                spec(on, "a", "KEY-A1", "KEY-A2").standingInFor(all),
                spec(on, "b", "KEY-B1", "KEY-B2").standingInFor(all),
                spec(on, "local").standingInFor(all));
        int round = 0;
        for (Step fault : List.of(NO_MONEY, RATE_LIMITED, DOWN, Replies.reset(), Replies.status(401, "{}"))) {
            for (String healthy : keys.keySet()) {
                for (String name : keys.keySet()) {
                    upstream(name).always(name.equals(healthy) ? on.answers() : fault);
                }
                ask(on, "s" + round++);
                time.advance(Duration.ofMinutes(11));
            }
        }
        List<String> everyKey = keys.values().stream().flatMap(List::stream).toList();
        for (String name : keys.keySet()) {
            assertThat(upstream(name).calls()).as(name + " was tried").isPositive();
            String heads = String.join(
                    "",
                    upstream(name).seen().stream()
                            .map(ScriptedUpstream.Seen::head)
                            .toList());
            List<String> foreign = new ArrayList<>(everyKey);
            foreign.removeAll(keys.get(name));
            assertThat(heads).as(name).doesNotContain(foreign);
            keys.get(name).forEach(own -> assertThat(heads).as(name).contains(own));
            if (!name.equals("main")) {
                assertThat(heads).doesNotContain("openai-organization");
            }
        }
    }

    @Test
    void requestFaultIsNotTakenElsewhere() throws Exception {
        start(On.ANTHROPIC, spec(On.ANTHROPIC, "second", "KEY-2").standingInFor(Set.of(FailureType.values())));
        upstream("main")
                .always(
                        Replies.status(
                                400,
                                "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"messages: at least one message is required\"}}"));
        assertThat(ask(On.ANTHROPIC, "s").status()).isEqualTo(400);
        assertThat(upstream("second").calls()).isZero();
    }

    @Test
    void whatIsBoundToAnAccountStaysThere() throws Exception {
        On on = On.RESPONSES;
        start(
                on,
                spec(on, "a", "KEY-A"),
                spec(on, "b", "KEY-B"),
                spec(on, "twin", "KEY-C").ofAccount("shared"));
        for (String name : List.of("a", "b", "twin")) {
            upstream(name).always(on.answers());
        }
        String home = ask(on, "s").header("x-mulligan-upstream");
        upstream(home).always(DOWN);
        String bound = "{\"model\":\"m\",\"previous_response_id\":\"r\",\"input\":\"Go on\"}";
        int before =
                upstreams.values().stream().mapToInt(ScriptedUpstream::calls).sum()
                        - upstream(home).calls();
        RawClient.Got got = RawClient.post(port(), on.path, bound, on.clientKey(), "x-session-id: s");
        assertThat(got.status()).isEqualTo(503);
        assertThat(upstreams.values().stream().mapToInt(ScriptedUpstream::calls).sum()
                        - upstream(home).calls())
                .as("nobody else was asked")
                .isEqualTo(before);
    }

    @Test
    void whenEveryoneFailsTheClientHearsTheProvidersWords() throws Exception {
        start(On.ANTHROPIC, spec(On.ANTHROPIC, "second", "KEY-2").standingInFor(OUTAGE));
        upstream("main").always(Replies.overloaded());
        upstream("second").always(Replies.overloaded());
        RawClient.Got got = ask(On.ANTHROPIC, "s");
        assertThat(got.status()).isEqualTo(529);
        assertThat(got.body()).isEqualTo(Replies.OVERLOADED);
        assertThat(upstream("main").calls() + upstream("second").calls()).isEqualTo(8);
        assertThat(RawClient.post(port(), "/v1/messages", Rig.ASK, "x-session-id: s")
                        .status())
                .isEqualTo(529);
    }
}
