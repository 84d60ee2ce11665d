package dev.mulligan.gateway;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: sends the request and judges what comes back while it comes. Lives on one event loop. After {@link
 * #cancel} its {@link CallOwner} hears nothing.
 */
final class UpstreamCall {

    private static final int LARGEST_ERROR = 1 << 20;

    private final GatewayOptions options;
    private final Asked asked;
    private final CallOwner owner;
    private final Silence silence;

    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private @Nullable StreamWatch watch;
    private @Nullable SseScanner scanner;
    private Buffer held = Buffer.buffer();
    private @Nullable Failure reported;
    private @Nullable Buffer errorEvent;
    private boolean open;
    private boolean over;
    /** Something came before the answer that nobody had asked for. */
    private boolean interim;

    UpstreamCall(GatewayOptions options, Asked asked, CallOwner owner) {
        this.options = options;
        this.asked = asked;
        this.owner = owner;
        this.silence =
                new Silence(options.patience(), asked.streams(), options.time().nanos());
    }

    void start(HttpClient client, Upstream upstream, @Nullable String model) {
        client.request(upstream.request(
                        asked.method(), asked.uriFor(model), options.patience().connect()))
                .onComplete(
                        made -> {
                            if (over) {
                                made.reset();
                                return;
                            }
                            request = made;
                            send(made, upstream, asked.bodyFor(model));
                        },
                        why -> fail(Faults.unreachable(why), Optional.empty()));
    }

    private void send(HttpClientRequest made, Upstream upstream, Buffer body) {
        RequestHeaders.copy(asked, upstream, body.length(), made.headers());
        made.continueHandler(early -> interim = true).earlyHintsHandler(early -> interim = true);
        made.send(body).onComplete(this::answered, why -> fail(Faults.broken(why), Optional.empty()));
    }

    private void answered(HttpClientResponse answer) {
        if (over) {
            return;
        }
        response = answer;
        touch(true);
        answer.exceptionHandler(why -> broken(Faults.broken(why)));
        if (interim) {
            answer.end().onComplete(end -> answer.request().connection().close());
        }
        int status = answer.statusCode();
        if (isWithoutBody(status)) {
            bodiless(answer, status);
        } else if (status >= 400) {
            answer.handler(chunk -> hold(chunk, LARGEST_ERROR)).endHandler(end -> refused());
        } else if (status / 100 != 2 || asked.wire() == Wire.OTHER) {
            release();
            answer.handler(this::pass).endHandler(end -> finish(Optional.empty(), false));
        } else if (Answer.isEventStream(answer)) {
            StreamWatch eyes = StreamWatch.of(asked.wire());
            watch = eyes;
            scanner = new SseScanner(this::event);
            answer.handler(this::streamed).endHandler(end -> streamEnded(eyes));
        } else {
            answer.handler(chunk -> hold(chunk, options.limits().heldResponse()))
                    .endHandler(end -> wholeEnded());
        }
    }

    /** By the protocol these have no body, and what comes after them is read as the next answer. */
    private static boolean isWithoutBody(int status) {
        return status < 200 || status == 204 || status == 304;
    }

    /** Should a body come all the same, the next request must not find it on its connection. */
    private void bodiless(HttpClientResponse answer, int status) {
        if (status < 200) {
            fail(Faults.empty(), Optional.empty());
        } else {
            release();
            finish(Optional.empty(), false);
        }
        answer.request().connection().close();
    }

    /** Keeps a chunk back; when there is too much to keep, everything is let go unjudged. */
    private void hold(Buffer chunk, int most) {
        touch(true);
        if (open) {
            owner.chunk(chunk);
            return;
        }
        held.appendBuffer(chunk);
        if (held.length() > most) {
            release();
        }
    }

    private void pass(Buffer chunk) {
        touch(true);
        owner.chunk(chunk);
    }

    private void refused() {
        if (over || open) {
            // Too long to be judged by more than its status, and told already.
            finish(Optional.of(Faults.reported()), true);
            return;
        }
        Answer answer = answer(false);
        fail(Faults.said(options, answer), Optional.of(answer));
    }

    private void wholeEnded() {
        if (open) {
            finish(Optional.empty(), false);
            return;
        }
        Judgement judged = Judgement.of(asked.wire(), held.getBytes());
        Answer answer = answer(false);
        if (judged.saysError()) {
            fail(Faults.said(options, answer), Optional.of(answer.reporting(held)));
        } else if (judged.failure().isPresent()) {
            fail(judged.failure().get(), Optional.empty(), judged.usage());
        } else if (!over) {
            over = true;
            owner.whole(answer, judged.usage());
        }
    }

    private void streamed(Buffer chunk) {
        if (over || scanner == null) {
            return;
        }
        touch(false);
        if (!open) {
            held.appendBuffer(chunk);
        }
        boolean wasOpen = open;
        scanner.feed(chunk.getBytes());
        if (over) {
            return;
        }
        if (wasOpen) {
            owner.chunk(chunk);
        } else if (!open && held.length() > options.limits().heldResponse()) {
            release();
        }
    }

    /** One event of the stream. Called before its bytes are passed on. */
    private void event(String name, byte[] data) {
        if (over || watch == null || reported != null) {
            return;
        }
        switch (watch.see(name, data)) {
            case PING -> {}
            case OPENING -> silence.progress();
            case CONTENT -> {
                silence.progress();
                if (!options.turnBuffering() && !open) {
                    release();
                }
            }
            case END -> {
                silence.progress();
                if (!open && watch.hasContent()) {
                    release();
                }
            }
            case ERROR -> {
                reported = Faults.event(options, answer(true), name, data);
                errorEvent = Buffer.buffer(data);
            }
            case MALFORMED -> {
                if (!open) {
                    reported = Faults.malformed();
                }
            }
        }
        if (reported != null && !open) {
            boolean told = errorEvent != null;
            fail(reported, told ? Optional.of(answer(true)) : Optional.empty());
        }
    }

    private void streamEnded(StreamWatch eyes) {
        if (over || scanner == null) {
            return;
        }
        scanner.end();
        if (over) {
            return;
        }
        if (reported != null) {
            finish(Optional.of(reported), errorEvent != null);
        } else if (open) {
            finish(eyes.hasEnded() ? Optional.empty() : Optional.of(Faults.cutOff()), false);
        } else if (held.length() == 0) {
            fail(Faults.empty(), Optional.empty());
        } else {
            fail(eyes.hasEnded() ? Faults.saysNothing() : Faults.cutOff(), Optional.empty());
        }
    }

    private void broken(Failure failure) {
        if (open) {
            boolean complete = watch != null && watch.hasEnded() && reported == null;
            finish(complete ? Optional.empty() : Optional.of(failure), false);
        } else {
            fail(failure, Optional.empty());
        }
    }

    /** Lets the client see what was held back. */
    private void release() {
        open = true;
        Answer head = answer(watch != null);
        held = Buffer.buffer();
        owner.opened(head);
    }

    private Answer answer(boolean streamed) {
        HttpClientResponse from = response;
        if (from == null) {
            throw new IllegalStateException("there is no answer yet");
        }
        return new Answer(
                from.statusCode(),
                from.statusMessage(),
                from.headers(),
                held,
                streamed,
                Optional.ofNullable(errorEvent));
    }

    private void finish(Optional<Failure> failure, boolean told) {
        if (!over) {
            over = true;
            owner.closed(failure, told, usage());
        }
    }

    private void fail(Failure failure, Optional<Answer> answer) {
        fail(failure, answer, usage());
    }

    private void fail(Failure failure, Optional<Answer> answer, Usage usage) {
        if (!over) {
            over = true;
            hangUp();
            owner.failed(failure, answer, usage);
        }
    }

    private Usage usage() {
        return watch == null ? Usage.NONE : watch.usage();
    }

    /** Nobody wants the answer any more. */
    void cancel() {
        if (!over) {
            over = true;
            hangUp();
        }
    }

    private void hangUp() {
        if (request != null) {
            request.reset();
        }
    }

    void pause() {
        silence.pause(true);
        if (response != null) {
            response.pause();
        }
    }

    void resume() {
        silence.pause(false);
        touch(true);
        if (response != null) {
            response.resume();
        }
    }

    private void touch(boolean progress) {
        silence.heard(options.time().nanos());
        if (progress) {
            silence.progress();
        }
    }

    /** Ends the call when the upstream has been silent for too long. */
    void tick(long now) {
        if (!over) {
            silence.tooLong(now, response != null).ifPresent(this::stalled);
        }
    }

    private void stalled(Failure failure) {
        boolean wasOpen = open;
        broken(failure);
        if (wasOpen) {
            hangUp();
        }
    }
}
