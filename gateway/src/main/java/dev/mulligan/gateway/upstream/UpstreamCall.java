package dev.mulligan.gateway.upstream;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.wire.ClientKind;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.provider.SseReader;
import dev.mulligan.provider.StreamWatch;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.Translation;
import dev.mulligan.provider.translate.UntranslatableException;
import dev.mulligan.text.JsonException;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: sends the request and judges what comes back while it comes. Lives on one event loop. After {@link
 * #cancel} its {@link CallOwner} hears nothing.
 */
public final class UpstreamCall {

    /**
     * How an attempt is made.
     *
     * @param holdsWhole whether nothing is let go before all of it is there
     * @param limit how long it may take until its answer begins
     */
    public record Manner(boolean holdsWhole, Optional<Duration> limit) {}

    private static final int LARGEST_ERROR = 1 << 20;

    private final GatewayOptions options;
    private final ClientRequest clientRequest;
    private final CallOwner owner;
    private final IdleTimeout idleTimeout;
    private final Manner manner;
    private final long startedAt;

    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private @Nullable StreamWatch watch;
    private @Nullable SseReader scanner;
    private Buffer held = Buffer.buffer();
    private @Nullable TranslatedAnswer translated;
    private @Nullable Failure reported;
    private @Nullable Buffer errorEvent;
    /** How much of the present chunk comes before an event that reports a failure. */
    private int goodTo;
    /** Content has come: what was held is let go as soon as the chunk it came in is read. */
    private boolean commits;

    private boolean open;
    private boolean over;
    /** Something came before the answer that nobody had asked for. */
    private boolean interim;

    public UpstreamCall(GatewayOptions options, ClientRequest clientRequest, CallOwner owner, Manner manner) {
        this.options = options;
        this.clientRequest = clientRequest;
        this.owner = owner;
        this.manner = manner;
        this.startedAt = options.time().nanos();
        this.idleTimeout = new IdleTimeout(
                options.patience(), clientRequest.streams(), options.time().nanos());
    }

    public void start(HttpClient client, Target target, @Nullable String model) {
        Optional<Wire> other = target.translatesTo(clientRequest.wire());
        Buffer body;
        String uri;
        if (other.isEmpty()) {
            body = target.amongTranslated() ? clientRequest.bodyWithoutThoughts(model) : clientRequest.bodyFor(model);
            uri = target.uri(clientRequest.uriFor(model));
        } else {
            try {
                Translation translation = Translation.of(
                        clientRequest.wire(),
                        other.get(),
                        clientRequest.bytes(),
                        model == null ? "" : model,
                        target.spec().translation().leaveOut());
                translated = new TranslatedAnswer(translation);
                body = Buffer.buffer(translation.body());
                uri = translation.path();
            } catch (UntranslatableException e) {
                fail(CallFailures.untranslatable(target, e), Optional.empty());
                return;
            }
        }
        client.request(target.address()
                        .request(clientRequest.method(), uri, options.patience().connect()))
                .onComplete(
                        made -> {
                            if (over) {
                                made.reset();
                                return;
                            }
                            request = made;
                            send(made, target, body);
                        },
                        why -> fail(CallFailures.unreachable(why), Optional.empty()));
    }

    private void send(HttpClientRequest made, Target target, Buffer body) {
        if (translated == null) {
            UpstreamHeaders.copy(clientRequest, target, body.length(), made.headers());
        } else {
            UpstreamHeaders.translated(clientRequest, target, translated.wire(), body.length(), made.headers());
        }
        made.continueHandler(early -> interim = true).earlyHintsHandler(early -> interim = true);
        // Without a body there is none to tell the length of, unless the client did.
        boolean isBare = body.length() == 0 && !made.headers().contains("content-length");
        (isBare ? made.send() : made.send(body))
                .onComplete(this::answered, why -> fail(CallFailures.broken(why), Optional.empty()));
    }

    /** The wire that the upstream speaks. */
    private Wire wire() {
        return translated == null ? clientRequest.wire() : translated.wire();
    }

    private void answered(HttpClientResponse answer) {
        if (over) {
            return;
        }
        response = answer;
        touch(true);
        answer.exceptionHandler(why -> broken(CallFailures.broken(why)));
        if (interim) {
            answer.end().onComplete(end -> answer.request().connection().close());
        }
        int status = answer.statusCode();
        if (isWithoutBody(status)) {
            bodiless(answer, status);
        } else if (status >= 400) {
            answer.handler(chunk -> hold(chunk, LARGEST_ERROR)).endHandler(end -> refused());
        } else if (status / 100 != 2 || !clientRequest.generates()) {
            release();
            answer.handler(this::pass).endHandler(end -> finish(Optional.empty(), false));
        } else if (UpstreamResponse.isEventStream(answer)) {
            StreamWatch eyes = StreamWatch.of(wire());
            watch = eyes;
            scanner = new SseReader(this::event);
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
            fail(CallFailures.empty(), Optional.empty());
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
        keep(chunk);
        if (held.length() > most) {
            release();
        }
    }

    /** The first is kept as it is: most answers that are not streamed come in one piece. */
    private void keep(Buffer chunk) {
        held = held.length() == 0 ? chunk : held.appendBuffer(chunk);
    }

    private void pass(Buffer chunk) {
        touch(true);
        owner.chunk(chunk);
    }

    private void refused() {
        if (over || open) {
            // Too long to be judged by more than its status, and told already.
            finish(Optional.of(CallFailures.reported()), true);
            return;
        }
        UpstreamResponse answer = answer(false);
        Failure failure = CallFailures.said(options, answer);
        fail(failure, Optional.of(forClient(answer, failure)));
    }

    private UpstreamResponse forClient(UpstreamResponse answer, Failure failure) {
        return translated == null ? answer : translated.error(answer, failure);
    }

    private void wholeEnded() {
        if (open) {
            finish(Optional.empty(), false);
            return;
        }
        ResponseCheck judged = check();
        UpstreamResponse answer = answer(false);
        if (judged.saysError()) {
            Failure failure = CallFailures.said(options, answer);
            fail(failure, Optional.of(translated == null ? answer.reporting(held) : forClient(answer, failure)));
        } else if (judged.failure().isPresent()) {
            fail(judged.failure().get(), Optional.empty(), judged.usage());
        } else if (translated != null) {
            wholeTranslated(translated, judged.usage());
        } else if (!over) {
            over = true;
            owner.whole(answer, judged.usage());
        }
    }

    private ResponseCheck check() {
        ByteBuf bytes = ((BufferInternal) held).getByteBuf();
        boolean lieAtStart = bytes.hasArray() && bytes.arrayOffset() + bytes.readerIndex() == 0;
        return lieAtStart
                ? ResponseCheck.of(wire(), bytes.array(), bytes.readableBytes())
                : ResponseCheck.of(wire(), held.getBytes(), held.length());
    }

    /** A client that wanted a stream gets one, whatever the upstream made of that. */
    private void wholeTranslated(TranslatedAnswer other, Usage used) {
        try {
            held = clientRequest.streams() ? other.wholeAsStream(held) : other.whole(held);
        } catch (JsonException e) {
            fail(CallFailures.malformed(), Optional.empty(), used);
            return;
        }
        if (over) {
            return;
        }
        over = true;
        UpstreamResponse answer = answer(false);
        if (clientRequest.streams()) {
            answer.headers().set("content-type", "text/event-stream");
            owner.opened(answer);
            owner.closed(Optional.empty(), false, used);
        } else {
            owner.whole(answer, used);
        }
    }

    private void streamed(Buffer chunk) {
        if (over || scanner == null) {
            return;
        }
        touch(false);
        goodTo = 0;
        if (!open && translated == null) {
            keep(chunk);
        }
        feed(scanner, chunk);
        if (over) {
            return;
        }
        boolean breaks = isCommitted() && mustBreak();
        if (open) {
            passOn(breaks ? chunk.slice(0, goodTo) : chunk, breaks);
        } else if (isCommitted()) {
            int bad = breaks && translated == null ? chunk.length() - goodTo : 0;
            held = bad == 0 ? held : held.slice(0, held.length() - bad);
            release();
        } else if (held.length() > options.limits().heldResponse()) {
            release();
        }
        if (breaks) {
            hangUp();
            finish(Optional.ofNullable(reported), false);
        }
    }

    private void passOn(Buffer chunk, boolean breaks) {
        if (translated == null) {
            owner.chunk(chunk);
        } else if (!breaks) {
            owner.chunk(translated.take());
        }
    }

    /** Whether something was let go that cannot be taken back, or is about to be. */
    private boolean isCommitted() {
        return open || commits;
    }

    /** Chunks lie in arrays of their own, which need no copy. */
    private static void feed(SseReader reader, Buffer chunk) {
        ByteBuf bytes = ((BufferInternal) chunk).getByteBuf();
        if (bytes.hasArray()) {
            int start = bytes.arrayOffset() + bytes.readerIndex();
            reader.feed(bytes.array(), start, start + bytes.readableBytes());
        } else {
            reader.feed(chunk.getBytes());
        }
    }

    /** One event of the stream. Called before its bytes are passed on. */
    private void event(String name, byte[] bytes, int from, int to) {
        if (over || watch == null || reported != null) {
            return;
        }
        StreamWatch.Sign sign = watch.see(name, bytes, from, to);
        if (translated != null) {
            translated.event(name, bytes, from, to);
            if (!open) {
                held.appendBuffer(translated.take());
            }
        }
        switch (sign) {
            case PING -> {}
            case OPENING -> idleTimeout.progress();
            case CONTENT -> {
                idleTimeout.progress();
                commits |= !manner.holdsWhole();
            }
            case END -> {
                idleTimeout.progress();
                commits |= watch.hasContent();
            }
            case ERROR -> {
                byte[] data = Arrays.copyOfRange(bytes, from, to);
                reported = CallFailures.event(options, answer(true), name, data);
                errorEvent = Buffer.buffer(data);
            }
            case MALFORMED -> {
                if (!isCommitted()) {
                    reported = CallFailures.malformed();
                }
            }
        }
        if (reported == null) {
            goodTo = scanner == null ? 0 : scanner.position();
        } else if (!isCommitted()) {
            boolean told = errorEvent != null;
            fail(reported, told ? Optional.of(forClient(answer(true), reported)) : Optional.empty());
        }
    }

    /** A failure that passes must not reach a client that takes the wire's word for it as final. */
    private boolean mustBreak() {
        return reported != null
                && reported.retryable()
                && clientRequest.client().retriesOnlyAfterBreak();
    }

    private void streamEnded(StreamWatch eyes) {
        if (over || scanner == null) {
            return;
        }
        scanner.end();
        if (over) {
            return;
        }
        if (commits && !open) {
            release();
        }
        if (reported != null) {
            finish(Optional.of(reported), errorEvent != null && translated == null);
        } else if (open) {
            finish(eyes.hasEnded() ? Optional.empty() : Optional.of(CallFailures.cutOff()), false);
        } else if (held.length() == 0) {
            fail(CallFailures.empty(), Optional.empty());
        } else {
            fail(eyes.hasEnded() ? CallFailures.saysNothing() : CallFailures.cutOff(), Optional.empty());
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
        UpstreamResponse head = answer(watch != null);
        held = Buffer.buffer();
        owner.opened(head);
    }

    private UpstreamResponse answer(boolean streamed) {
        HttpClientResponse from = response;
        if (from == null) {
            throw new IllegalStateException("there is no answer yet");
        }
        return new UpstreamResponse(
                from.statusCode(),
                from.statusMessage(),
                translated == null ? from.headers() : translated.headers(from.headers()),
                held,
                streamed,
                Optional.ofNullable(errorEvent));
    }

    private void finish(Optional<Failure> failure, boolean told) {
        if (!over) {
            over = true;
            if (translated != null && failure.isEmpty() && watch != null) {
                translated.finish();
                owner.chunk(translated.take());
            }
            owner.closed(failure, told || runsItsCall(failure), usage());
        }
    }

    /** Gemini CLI runs a tool call that it has, if the stream then ends; when the connection breaks it gives up. */
    private boolean runsItsCall(Optional<Failure> failure) {
        return failure.isPresent()
                && watch != null
                && watch.hasToolCall()
                && clientRequest.client() == ClientKind.GEMINI_CLI;
    }

    private void fail(Failure failure, Optional<UpstreamResponse> answer) {
        fail(failure, answer, usage());
    }

    private void fail(Failure failure, Optional<UpstreamResponse> answer, Usage usage) {
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
    public void cancel() {
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

    public void pause() {
        idleTimeout.pause(true);
        if (response != null) {
            response.pause();
        }
    }

    public void resume() {
        idleTimeout.pause(false);
        touch(true);
        if (response != null) {
            response.resume();
        }
    }

    private void touch(boolean progress) {
        idleTimeout.heard(options.time().nanos());
        if (progress) {
            idleTimeout.progress();
        }
    }

    /** Ends the call when the upstream has been silent for too long. */
    public void tick(long now) {
        if (over) {
            return;
        }
        Optional<Duration> limit = manner.limit();
        if (!open && limit.isPresent() && now - startedAt > limit.get().toNanos()) {
            fail(CallFailures.tookTooLong(limit.get()), Optional.empty());
        } else {
            idleTimeout.tooLong(now, response != null).ifPresent(this::stalled);
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
