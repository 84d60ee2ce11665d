package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.mulligan.gateway.options.GatewayFact;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official clients, unchanged but for their base URL. */
@Timeout(120)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class SdkTest {

    private static final MessageCreateParams ASK = MessageCreateParams.builder()
            .model("claude-sonnet-5-5")
            .maxTokens(100)
            .addUserMessage("Hi")
            .build();

    private static AnthropicClient anthropic(Rig rig) {
        return AnthropicOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + rig.gateway.port())
                .apiKey("sk-test")
                .build();
    }

    private static OpenAIClient openAi(Rig rig) {
        return OpenAIOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + rig.gateway.port() + "/v1")
                .apiKey("sk-test")
                .build();
    }

    @Test
    void anthropicSdkDoesNotNoticeAnOverload() throws Exception {
        try (Rig rig = new Rig().then(Replies.overloaded(), Replies.reset(), Replies.json(Replies.GOOD_JSON))) {
            Message message = anthropic(rig).messages().create(ASK);
            assertThat(message.content().getFirst().asText().text()).isEqualTo("Hello");
            assertThat(rig.upstream.seen().getLast().head()).containsIgnoringCase("x-stainless-retry-count: 0");
        }
    }

    @Test
    void anthropicSdkStreamsPastAnErrorEvent() throws Exception {
        try (Rig rig = new Rig()
                        .then(Replies.stream(Replies.START, Replies.ERROR), Replies.stream(Replies.GOOD_STREAM));
                StreamResponse<RawMessageStreamEvent> stream =
                        anthropic(rig).messages().createStreaming(ASK)) {
            List<RawMessageStreamEvent> events = stream.stream().toList();
            assertThat(events).anyMatch(RawMessageStreamEvent::isContentBlockDelta);
            assertThat(events.getLast().isMessageStop()).isTrue();
        }
    }

    @Test
    void anthropicSdksOwnRetriesCostTheProviderNothing() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            assertThatThrownBy(() -> anthropic(rig).messages().create(ASK))
                    .isInstanceOfSatisfying(
                            AnthropicServiceException.class,
                            e -> assertThat(e.statusCode()).isEqualTo(529));
            assertThat(rig.upstream.calls()).isEqualTo(4);
            assertThat(rig.facts.stream().filter(GatewayFact.RequestStarted.class::isInstance))
                    .hasSize(3);
        }
    }

    @Test
    void openAiSdkDoesNotNoticeAnOutage() throws Exception {
        try (Rig rig = new Rig()
                .then(Replies.status(503, "{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}"))
                .then(Replies.json(Replies.GOOD_CHAT))) {
            ChatCompletion chat = openAi(rig)
                    .chat()
                    .completions()
                    .create(ChatCompletionCreateParams.builder()
                            .model("gpt-6-sol")
                            .addUserMessage("Hi")
                            .build());
            assertThat(chat.choices().getFirst().message().content()).contains("Hello");
        }
    }

    @Test
    void openAiSdkReadsOurPingsAsEvents() throws Exception {
        String good = Replies.event(
                        "response.output_text.delta",
                        "{\"type\":\"response.output_text.delta\",\"sequence_number\":1,\"item_id\":\"i\",\"output_index\":0,\"content_index\":0,\"delta\":\"Hi\",\"logprobs\":[]}")
                + Replies.event(
                        "response.completed",
                        "{\"type\":\"response.completed\",\"sequence_number\":2,\"response\":{\"id\":\"r\",\"object\":\"response\",\"output\":[{\"type\":\"message\"}]}}");
        try (Rig rig = new Rig().then(Replies.idleTimeout())) {
            Thread.ofVirtual().start(() -> {
                try {
                    rig.upstream.hears("waiting", 10_000);
                    rig.upstream.then(Replies.stream(good));
                    rig.time.advance(Duration.ofSeconds(51));
                    Thread.sleep(300);
                    rig.time.advance(Duration.ofSeconds(60));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try (var stream = openAi(rig)
                    .responses()
                    .createStreaming(ResponseCreateParams.builder()
                            .model("gpt-6-sol")
                            .input("hi")
                            .build())) {
                List<ResponseStreamEvent> events = stream.stream().toList();
                assertThat(events.getFirst().isInProgress()).isTrue();
                assertThat(events).anyMatch(ResponseStreamEvent::isOutputTextDelta);
                assertThat(events.getLast().isCompleted()).isTrue();
            }
        }
    }
}
