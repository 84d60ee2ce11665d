package dev.mulligan.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.event.Event;
import dev.mulligan.event.EventListener;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.junit.SimulatedProvider;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.simulator.ProviderSimulator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A Spring Boot program with the starter, and a real chat model of Spring AI in it. */
class MulliganAutoConfigurationTest {

    private final ApplicationContextRunner program =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(MulliganAutoConfiguration.class));

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 529, times: 1}]", answer = "good again")
    void aChatModelOfTheProgramRecovers(ProviderSimulator provider) {
        List<Event> events = new CopyOnWriteArrayList<>();
        program.withBean(ChatModel.class, () -> anthropic(provider))
                .withBean(EventListener.class, () -> events::add)
                .run(context -> {
                    String answer = context.getBean(ChatModel.class).call("Why is the sky blue?");
                    assertThat(answer).isEqualTo("good again");
                    assertThat(provider.requests()).hasSize(2);
                    assertThat(events).last().isInstanceOf(RetryEvent.RetrySucceeded.class);
                });
    }

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 503, times: 1}]", answer = "streamed")
    void soDoesItsStream(ProviderSimulator provider) {
        program.withBean(ChatModel.class, () -> anthropic(provider)).run(context -> {
            String answer = String.join(
                    "",
                    Objects.requireNonNull(context.getBean(ChatModel.class).stream("hi")
                            .collectList()
                            .block(Duration.ofSeconds(30))));
            assertThat(answer).isEqualTo("streamed");
            assertThat(provider.requests()).hasSize(2);
        });
    }

    @Test
    @SimulatedProvider(faults = "[{fault: status, code: 401}]")
    void aWrongKeyCostsOneCall(ProviderSimulator provider) {
        program.withBean(ChatModel.class, () -> anthropic(provider)).run(context -> {
            ChatModel model = context.getBean(ChatModel.class);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> model.call(new Prompt("hi"))))
                    .isNotInstanceOf(dev.mulligan.attempt.GaveUpException.class)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isNotEmpty());
            assertThat(provider.requests()).hasSize(1);
        });
    }

    @Test
    void settingsMakeThePolicy() {
        program.withPropertyValues("mulligan.policy=patient", "mulligan.max-attempts=2", "mulligan.deadline=9s")
                .run(context -> {
                    RetryPolicy policy = context.getBean(RetryPolicy.class);
                    assertThat(policy.maxAttempts()).isEqualTo(2);
                    assertThat(policy.deadline()).contains(Duration.ofSeconds(9));
                    assertThat(context).hasSingleBean(Recovery.class).hasSingleBean(RetryExecutor.class);
                });
    }

    @Test
    void aWrongPolicyIsNamedAtTheStart() {
        program.withPropertyValues("mulligan.policy=patiently")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("patiently"));
    }

    @Test
    @SimulatedProvider
    void wrappingCanBeSwitchedOffAndNeedsSpringAi(ProviderSimulator provider) {
        program.withPropertyValues("mulligan.chat-models=false")
                .withBean(ChatModel.class, () -> anthropic(provider))
                .run(context -> assertThat(context.getBean(ChatModel.class)).isInstanceOf(AnthropicChatModel.class));
        program.withClassLoader(new FilteredClassLoader("org.springframework.ai"))
                .run(context ->
                        assertThat(context).hasSingleBean(Recovery.class).hasNotFailed());
    }

    private static ChatModel anthropic(ProviderSimulator provider) {
        return AnthropicChatModel.builder()
                .options(AnthropicChatOptions.builder()
                        .baseUrl(provider.url())
                        .apiKey("a-key")
                        .model("claude-sonnet-4-5")
                        .maxTokens(100)
                        .maxRetries(0)
                        .build())
                .build();
    }
}
