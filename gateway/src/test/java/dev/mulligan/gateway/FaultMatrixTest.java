package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.Patience;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Fault.Where;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.test.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of the simulator on every wire. */
@Timeout(60)
class FaultMatrixTest {

    private record Call(String path, String body, String end) {}

    private static final Map<String, Call> STREAMS = Map.of(
            "messages",
            new Call("/v1/messages", Rig.ASK_STREAM, "message_stop"),
            "chat",
            new Call(
                    "/v1/chat/completions",
                    "{\"model\":\"gpt-6-sol\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
                    "[DONE]"),
            "responses",
            new Call(
                    "/v1/responses",
                    "{\"model\":\"gpt-6-sol\",\"stream\":true,\"input\":\"hi\"}",
                    "response.completed"),
            "gemini",
            new Call(
                    "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
                    "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"hi\"}]}]}",
                    "STOP"));

    private static final List<Fault> BEFORE_CONTENT = List.of(
            new Fault.Status(529, Map.of()),
            new Fault.Status(503, Map.of()),
            new Fault.Status(500, Map.of()),
            new Fault.Status(429, Map.of("retry-after", "1")),
            new Fault.ResetBeforeHeaders(),
            new Fault.CloseBeforeHeaders(),
            new Fault.ErrorEvent(Where.FIRST, "overloaded_error"),
            new Fault.ErrorEvent(Where.AFTER_START, "overloaded_error"),
            new Fault.ResetStream(Where.FIRST),
            new Fault.ResetStream(Where.AFTER_START),
            new Fault.CutStream(Where.FIRST),
            new Fault.CutStream(Where.AFTER_START),
            new Fault.MalformedEvent(Where.FIRST),
            new Fault.MalformedEvent(Where.AFTER_START),
            new Fault.EmptyBody(),
            new Fault.HtmlBody(),
            new Fault.EmptyContent());

    private static final List<Fault> AFTER_CONTENT = List.of(
            new Fault.ErrorEvent(Where.AFTER_CONTENT, "overloaded_error"),
            new Fault.ResetStream(Where.AFTER_CONTENT),
            new Fault.CutStream(Where.AFTER_CONTENT));

    private static Stream<Arguments> with(List<Fault> faults) {
        List<Arguments> all = new ArrayList<>();
        STREAMS.keySet().stream().sorted().forEach(wire -> faults.forEach(fault -> all.add(Arguments.of(wire, fault))));
        return all.stream();
    }

    static Stream<Arguments> beforeContent() {
        return with(BEFORE_CONTENT);
    }

    static Stream<Arguments> afterContent() {
        return Stream.concat(
                with(AFTER_CONTENT),
                // The other wires say in the last piece of content that it is the last.
                Stream.of("messages", "responses").map(wire -> Arguments.of(wire, new Fault.NoTerminator())));
    }

    private static GatewayOptions facing(ProviderSimulator simulator) {
        URI uri = URI.create(simulator.url());
        return GatewayOptions.standard()
                .listeningOn("127.0.0.1", 0)
                .upstream("anthropic", uri)
                .upstream("openai", uri)
                .upstream("gemini", uri)
                .policy(Rig.FOUR)
                .time(new ManualTime());
    }

    private static Call on(String wire) {
        return Objects.requireNonNull(STREAMS.get(wire));
    }

    private static RawClient.Got ask(Gateway gateway, Call call) throws Exception {
        return RawClient.post(gateway.port(), call.path(), call.body());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("beforeContent")
    void invisibleBeforeContent(String wire, Fault fault) throws Exception {
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.of(fault, fault), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(facing(simulator))) {
            RawClient.Got got = ask(gateway, on(wire));
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).contains("ne.").contains(on(wire).end());
            assertThat(got.whole()).isTrue();
            assertThat(simulator.requests()).hasSize(3);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("afterContent")
    void loudAfterContent(String wire, Fault fault) throws Exception {
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.of(fault), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(facing(simulator))) {
            RawClient.Got got = ask(gateway, on(wire));
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).contains("error");
            assertThat(simulator.requests()).hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("afterContent")
    void turnBufferingRecoversAll(String wire, Fault fault) throws Exception {
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.of(fault), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(facing(simulator).turnBuffering(true))) {
            RawClient.Got got = ask(gateway, on(wire));
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).contains("ne.").contains(on(wire).end());
            assertThat(simulator.requests()).hasSize(2);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("beforeContent")
    void permanentFaultCostsThePolicysAttempts(String wire, Fault fault) throws Exception {
        Call call = on(wire);
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.always(fault), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(facing(simulator))) {
            for (int i = 0; i < 3; i++) {
                RawClient.Got got = RawClient.post(gateway.port(), call.path(), call.body(), "session-id: s");
                assertThat(got.status()).isGreaterThanOrEqualTo(400);
                assertThat(got.header("x-should-retry")).isEmpty();
            }
            assertThat(simulator.requests()).hasSize(4);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stalls")
    void stallIsCutShort(Fault fault) throws Exception {
        Patience hasty = HastyPatience.of(Duration.ofMillis(300), Duration.ofSeconds(5), Duration.ofSeconds(50));
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.of(fault), Replies.ALL_DONE);
                Gateway gateway =
                        Gateway.start(facing(simulator).patience(hasty).time(HastyTime.INSTANCE))) {
            RawClient.Got got = ask(gateway, on("messages"));
            assertThat(got.body()).contains("message_stop");
            assertThat(simulator.requests()).hasSize(2);
        }
    }

    static Stream<Fault> stalls() {
        return Stream.of(
                new Fault.Stall(Duration.ofSeconds(20), true),
                new Fault.StallStream(Where.AFTER_START, Duration.ofSeconds(20)));
    }
}
