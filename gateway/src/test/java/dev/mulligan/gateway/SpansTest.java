package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SpansTest {

    private static List<JsonObject> objects(List<?> items) {
        List<JsonObject> objects = new ArrayList<>();
        items.forEach(item -> objects.add((JsonObject) item));
        return objects;
    }

    private static Map<String, Object> attributes(JsonObject span) {
        Map<String, Object> all = new HashMap<>();
        objects(span.list("attributes"))
                .forEach(attribute -> attribute
                        .object("value")
                        .ifPresent(value -> all.put(
                                attribute.text("key", ""),
                                value.text("stringValue")
                                        .or(() -> value.text("intValue"))
                                        .orElse(""))));
        return all;
    }

    @Test
    void everyRequestIsASpanOfTheConventionsForGenerativeAi() throws Exception {
        try (ScriptedUpstream collector = new ScriptedUpstream()) {
            collector.always(Replies.json("{}"));
            try (Rig rig = new Rig(o -> o.tracing(collector.uri()))) {
                rig.then(Replies.overloaded(), Replies.json(Replies.GOOD_JSON), Replies.status(401, "{}"));
                rig.ask("x-session-id: s-1", "x-api-key: sk-very-secret");
                rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Two"), "x-session-id: s-1");
            }

            List<JsonObject> spans = new ArrayList<>();
            for (ScriptedUpstream.Seen batch : collector.seen()) {
                assertThat(batch.line()).isEqualTo("POST /v1/traces HTTP/1.1");
                assertThat(batch.text()).doesNotContain("very-secret");
                for (JsonObject resource :
                        objects(Json.parseObject(batch.text()).list("resourceSpans"))) {
                    objects(resource.list("scopeSpans")).forEach(scope -> spans.addAll(objects(scope.list("spans"))));
                }
            }
            assertThat(spans).hasSize(2);
            JsonObject good = spans.getFirst();
            assertThat(good.text("name")).contains("chat claude-sonnet-5-5");
            assertThat(good.text("traceId", "")).hasSize(32);
            assertThat(good.text("spanId", "")).hasSize(16);
            assertThat(attributes(good))
                    .containsEntry("gen_ai.operation.name", "chat")
                    .containsEntry("gen_ai.provider.name", "anthropic")
                    .containsEntry("gen_ai.usage.input_tokens", "1000")
                    .containsEntry("gen_ai.usage.output_tokens", "500")
                    .containsEntry("gen_ai.conversation.id", "s-1")
                    .containsEntry("mulligan.upstream_calls", "2")
                    .containsKey("mulligan.failed_attempts")
                    .doesNotContainKey("error.type");
            JsonObject bad = spans.get(1);
            assertThat(attributes(bad)).containsKey("error.type").containsEntry("http.response.status_code", "401");
            assertThat(bad.object("status").orElseThrow().integer("code")).hasValue(2);
        }
    }

    @Test
    void aTraceThatTheClientBeganGoesOn() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        try (ScriptedUpstream collector = new ScriptedUpstream()) {
            collector.always(Replies.json("{}"));
            try (Rig rig = new Rig(o -> o.tracing(collector.uri()))) {
                rig.then(Replies.json(Replies.GOOD_JSON));
                rig.ask("traceparent: 00-" + trace + "-00f067aa0ba902b7-01");
                rig.then(Replies.json(Replies.GOOD_JSON));
                rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Two"), "traceparent: no trace at all");
            }
            String sent =
                    collector.seen().stream().map(ScriptedUpstream.Seen::text).reduce("", String::concat);
            assertThat(sent)
                    .contains("\"traceId\":\"" + trace + "\"")
                    .contains("\"parentSpanId\":\"00f067aa0ba902b7\"")
                    .doesNotContain("no trace at all");
        }
    }

    @Test
    void aCollectorThatIsGoneCostsNothingButSpans() throws Exception {
        try (Rig rig = new Rig(o -> o.tracing(URI.create("http://127.0.0.1:1/")))) {
            rig.then(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().status()).isEqualTo(200);
        }
    }
}
