package dev.mulligan.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.mulligan.Recovery;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import java.util.List;
import java.util.Set;

/**
 * A chat model whose calls are recovered: what passes by itself (an overloaded provider, a rate limit, a broken
 * connection) is tried again as the policy says, everything else is thrown as the model below threw it.
 *
 * <pre>{@code
 * ChatModel model = RecoveringChatModel.of(
 *         AnthropicChatModel.builder().apiKey(key).modelName(name).maxRetries(0).build());
 * }</pre>
 *
 * <p>Switch the retries of the model below off ({@code maxRetries(0)}): two owners of retries multiply. Safe for use from
 * any number of threads if the model below is.
 */
public final class RecoveringChatModel implements ChatModel {

    private final ChatModel model;
    private final Recovery recovery;

    private RecoveringChatModel(ChatModel model, Recovery recovery) {
        this.model = model;
        this.recovery = recovery;
    }

    /** With the template {@code provider-api}: four attempts, waits of 1, 2 and 4 s, stated waits kept. */
    public static RecoveringChatModel of(ChatModel model) {
        return of(model, PolicyTemplates.get("provider-api"));
    }

    /** With a policy of your own. */
    public static RecoveringChatModel of(ChatModel model, RetryPolicy policy) {
        return of(model, Recovery.of(policy).named("chat"));
    }

    /** With a recovery that others share: its breaker, retry budget and listeners count for all of them. */
    public static RecoveringChatModel of(ChatModel model, Recovery recovery) {
        return new RecoveringChatModel(model, recovery);
    }

    /** @throws RuntimeException what the model below threw last, with the {@code GaveUpException} that says why it stopped here as a suppressed exception */
    @Override
    public ChatResponse chat(ChatRequest request) {
        return Unwrapped.run(recovery, () -> model.chat(request));
    }

    /** @throws RuntimeException as {@link #chat(ChatRequest)} */
    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return Unwrapped.run(recovery, () -> model.chat(request, options));
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }
}
