package dev.mulligan.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.mulligan.attempt.CommitPoint;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Hands the parts of one attempt on. The first part that the caller sees makes a failure final. */
final class CommittingHandler implements StreamingChatResponseHandler {

    private final StreamingChatResponseHandler caller;
    private final CommitPoint commitPoint;
    private final CompletableFuture<ChatResponse> end = new CompletableFuture<>();

    CommittingHandler(StreamingChatResponseHandler caller, CommitPoint commitPoint) {
        this.caller = caller;
        this.commitPoint = commitPoint;
    }

    /** Waits for the end of the stream. */
    ChatResponse response() throws Exception {
        try {
            return end.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error fatal) {
                throw fatal;
            }
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    @Override
    public void onPartialResponse(String partialResponse) {
        commitPoint.reach();
        caller.onPartialResponse(partialResponse);
    }

    @Override
    public void onPartialResponse(PartialResponse partialResponse, PartialResponseContext context) {
        commitPoint.reach();
        caller.onPartialResponse(partialResponse, context);
    }

    @Override
    public void onPartialThinking(PartialThinking partialThinking) {
        commitPoint.reach();
        caller.onPartialThinking(partialThinking);
    }

    @Override
    public void onPartialThinking(PartialThinking partialThinking, PartialThinkingContext context) {
        commitPoint.reach();
        caller.onPartialThinking(partialThinking, context);
    }

    @Override
    public void onPartialToolCall(PartialToolCall partialToolCall) {
        commitPoint.reach();
        caller.onPartialToolCall(partialToolCall);
    }

    @Override
    public void onPartialToolCall(PartialToolCall partialToolCall, PartialToolCallContext context) {
        commitPoint.reach();
        caller.onPartialToolCall(partialToolCall, context);
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall completeToolCall) {
        commitPoint.reach();
        caller.onCompleteToolCall(completeToolCall);
    }

    @Override
    public void onUnmappedRawEvent(Object event) {
        caller.onUnmappedRawEvent(event);
    }

    /** Models of LangChain4j report a stream that broke as complete; it has no reason for its end, which is how to tell. */
    @Override
    public void onCompleteResponse(ChatResponse completeResponse) {
        if (completeResponse.finishReason() == null) {
            end.completeExceptionally(new IOException("connection reset: the stream ended without a finish reason"));
        } else {
            end.complete(completeResponse);
        }
    }

    @Override
    public void onError(Throwable error) {
        end.completeExceptionally(error);
    }
}
