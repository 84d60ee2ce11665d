package dev.mulligan.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.mulligan.Recovery;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A streaming chat model whose calls are recovered until the first part of the answer has reached the handler. From then
 * on nothing is repeated: the handler gets the error. A stream that ends without a finish reason has broken: that is an
 * error here, although the model below calls it complete.
 *
 * <p>{@code chat} returns at once; attempts and waits happen on a virtual thread.
 */
public final class RecoveringStreamingChatModel implements StreamingChatModel {

    private final StreamingChatModel model;
    private final Recovery recovery;

    private RecoveringStreamingChatModel(StreamingChatModel model, Recovery recovery) {
        this.model = model;
        this.recovery = recovery;
    }

    /** With the template {@code provider-api}. */
    public static RecoveringStreamingChatModel of(StreamingChatModel model) {
        return of(model, PolicyTemplates.get("provider-api"));
    }

    /** With a policy of your own. */
    public static RecoveringStreamingChatModel of(StreamingChatModel model, RetryPolicy policy) {
        return of(model, Recovery.of(policy).named("chat"));
    }

    /** With a recovery that others share. */
    public static RecoveringStreamingChatModel of(StreamingChatModel model, Recovery recovery) {
        return new RecoveringStreamingChatModel(model, recovery);
    }

    @Override
    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
        start(handler, attempt -> model.chat(request, attempt));
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        start(handler, attempt -> model.chat(request, options, attempt));
    }

    private void start(StreamingChatResponseHandler handler, Consumer<StreamingChatResponseHandler> call) {
        Thread.ofVirtual().name("mulligan-chat").start(() -> {
            ChatResponse response;
            try {
                response = run(handler, call);
            } catch (GaveUpException gaveUp) {
                handler.onError(Unwrapped.original(gaveUp));
                return;
            } catch (RuntimeException | Error thrown) {
                handler.onError(thrown);
                return;
            }
            handler.onCompleteResponse(response);
        });
    }

    private ChatResponse run(StreamingChatResponseHandler handler, Consumer<StreamingChatResponseHandler> call) {
        CommittingOperation<ChatResponse> stream = (attempt, commitPoint) -> {
            CommittingHandler parts = new CommittingHandler(handler, commitPoint);
            call.accept(parts);
            return parts.response();
        };
        return recovery.run(stream);
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
