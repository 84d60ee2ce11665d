package dev.mulligan.spring;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.GaveUpException;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * A chat model of Spring AI whose calls are recovered. A stream is begun again until its first part has been handed on;
 * from then on a failure reaches the subscriber.
 *
 * <p>What the model below throws is thrown here too; the reason why there was no further attempt is attached to it as a
 * suppressed exception. Switch the retries of the model below off: two owners of retries multiply.
 */
public final class RecoveringSpringModel implements ChatModel {

    private final ChatModel model;
    private final Recovery recovery;

    private RecoveringSpringModel(ChatModel model, Recovery recovery) {
        this.model = model;
        this.recovery = recovery;
    }

    /** Recovers the calls of a model. */
    public static RecoveringSpringModel of(ChatModel model, Recovery recovery) {
        return new RecoveringSpringModel(model, recovery);
    }

    /** The model below. */
    public ChatModel model() {
        return model;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        try {
            return recovery.run(attempt -> model.call(prompt));
        } catch (GaveUpException gaveUp) {
            throw original(gaveUp);
        }
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.create(sink -> {
            Thread reader = Thread.ofVirtual().name("mulligan-chat").unstarted(() -> stream(prompt, sink));
            // A subscriber that leaves ends the attempt or the wait.
            sink.onDispose(reader::interrupt);
            reader.start();
        });
    }

    private void stream(Prompt prompt, FluxSink<ChatResponse> sink) {
        CommittingOperation<Boolean> parts = (attempt, commitPoint) -> {
            for (ChatResponse part : model.stream(prompt).toIterable()) {
                commitPoint.reach();
                sink.next(part);
            }
            return true;
        };
        try {
            recovery.run(parts);
            sink.complete();
        } catch (GaveUpException gaveUp) {
            sink.error(original(gaveUp));
        } catch (RuntimeException | Error thrown) {
            sink.error(thrown);
        }
    }

    @Override
    public ChatOptions getOptions() {
        return model.getOptions();
    }

    private static RuntimeException original(GaveUpException gaveUp) {
        if (gaveUp.getCause() instanceof RuntimeException thrown) {
            thrown.addSuppressed(new Reason(String.valueOf(gaveUp.getMessage())));
            return thrown;
        }
        return gaveUp;
    }

    /** The reason without the cause, which would lead back to the exception it is attached to. */
    private static final class Reason extends RuntimeException {
        Reason(String message) {
            super(message, null, false, false);
        }
    }
}
