package dev.mulligan.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.junit.SimulatedProvider;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.test.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Real models of LangChain4j against a provider that fails on request. */
class RecoveringChatModelTest {

    private final ManualTime time = new ManualTime();
    private final Recovery recovery = Recovery.of(PolicyTemplates.get("provider-api"))
            .on(new RetryExecutor(RetryExecutor.Setup.standard().time(time).random(() -> 0.5)));

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 529, times: 2}]", answer = "good again")
    void anOverloadedProviderIsAskedAgain(ProviderSimulator provider) {
        // tag::langchain4j[]
        ChatModel model = RecoveringChatModel.of(
                AnthropicChatModel.builder()
                        .baseUrl(provider.url() + "/v1")
                        .apiKey("a-key")
                        .modelName("claude-sonnet-4-5")
                        .maxRetries(0)
                        .build(),
                recovery);
        String answer = model.chat("Why is the sky blue?");
        // end::langchain4j[]
        assertThat(answer).isEqualTo("good again");
        assertThat(provider.requests()).hasSize(3);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 401}]")
    void aWrongKeyIsThrownAsItIsAfterOneCall(ProviderSimulator provider) {
        assertThatThrownBy(() -> openAi(provider).chat("hi"))
                .isInstanceOf(AuthenticationException.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    @SimulatedProvider(faults = "[{fault: no-credit}]")
    void noMoneyIsNotARateLimit(ProviderSimulator provider) {
        assertThatThrownBy(() -> openAi(provider).chat("hi")).isInstanceOf(RuntimeException.class);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 503, times: 1}]", answer = "streamed")
    void aStreamIsBegunAgainBeforeItsFirstPart(ProviderSimulator provider) throws Exception {
        StreamingChatModel model = RecoveringStreamingChatModel.of(streaming(provider), recovery);
        Answer answer = new Answer();
        model.chat("hi", answer);
        assertThat(answer.end.get(20, TimeUnit.SECONDS)).isEqualTo("streamed");
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    @SimulatedProvider(faults = "[{fault: cut-stream, where: after-content, times: 1}]", answer = "one two three four")
    void afterItsFirstPartTheCallerGetsTheError(ProviderSimulator provider) {
        StreamingChatModel model = RecoveringStreamingChatModel.of(streaming(provider), recovery);
        Answer answer = new Answer();
        model.chat("hi", answer);
        assertThatThrownBy(() -> answer.end.get(20, TimeUnit.SECONDS)).hasRootCauseInstanceOf(Exception.class);
        assertThat(answer.parts).isNotEmpty();
        assertThat(provider.requests()).hasSize(1);
    }

    private ChatModel openAi(ProviderSimulator provider) {
        return RecoveringChatModel.of(
                OpenAiChatModel.builder()
                        .baseUrl(provider.url() + "/v1")
                        .apiKey("a-key")
                        .modelName("gpt-5")
                        .maxRetries(0)
                        .build(),
                recovery);
    }

    private static StreamingChatModel streaming(ProviderSimulator provider) {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(provider.url() + "/v1")
                .apiKey("a-key")
                .modelName("gpt-5")
                .build();
    }

    private static final class Answer implements StreamingChatResponseHandler {
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final List<String> parts = new CopyOnWriteArrayList<>();

        @Override
        public void onPartialResponse(String part) {
            parts.add(part);
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            end.complete(response.aiMessage().text());
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }
    }
}
