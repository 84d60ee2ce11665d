package dev.mulligan.gateway.exchange;

import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.http.HopByHop;
import dev.mulligan.gateway.http.ResponseHeaders;
import dev.mulligan.gateway.upstream.UpstreamResponse;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.provider.ErrorEnvelope;
import dev.mulligan.provider.Wire;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way back to the client: writes heads once, and nothing to one that is gone. Pieces that come in one go leave in one
 * go: a provider's packet holds many events, and a system call for each would be most of the work.
 */
final class ClientSide {

    private final HttpServerResponse response;
    private final Wire voice;
    private final Consumer<Runnable> afterThis;
    private @Nullable Buffer waiting;
    /** Whether the buffer that waits is our own, so that more can be put into it. */
    private boolean gathers;

    private boolean ended;
    private int status;

    /**
     * Nothing is written yet.
     *
     * @param afterThis runs a task when what has arrived by now is dealt with
     */
    ClientSide(HttpServerResponse response, Wire voice, Consumer<Runnable> afterThis) {
        this.response = response;
        this.voice = voice;
        this.afterThis = afterThis;
    }

    boolean headSent() {
        return status > 0;
    }

    /** What the client saw; 0 when nothing. */
    int status() {
        return status;
    }

    void open(UpstreamResponse head, ResponseHeaders responseHeaders) {
        if (!headSent()) {
            status = head.status();
            response.setStatusCode(head.status());
            if (!head.reason().isEmpty()) {
                response.setStatusMessage(head.reason());
            }
            HopByHop.copy(head.headers(), response.headers(), name -> false);
            responseHeaders.on(response.headers());
            if (head.status() == 204) {
                // It has no body, whatever its provider says; a length would make the client wait for one.
                response.headers().remove("content-length");
            }
            if (head.status() == 204 || head.status() == 304) {
                return;
            }
            if (!response.headers().contains("content-length")) {
                response.setChunked(true);
            }
            if (head.body().length() == 0) {
                response.writeHead();
                return;
            }
        }
        write(head.body());
    }

    /** A stream of our own, to be filled by the provider later. */
    void openWaiting(ResponseHeaders responseHeaders) {
        status = 200;
        response.setStatusCode(200).setChunked(true);
        response.headers()
                .add("content-type", "text/event-stream; charset=utf-8")
                .add("cache-control", "no-cache");
        responseHeaders.on(response.headers());
        response.writeHead();
    }

    void write(Buffer bytes) {
        if (ended || bytes.length() == 0) {
            return;
        }
        Buffer before = waiting;
        if (before == null) {
            waiting = bytes;
            gathers = false;
            afterThis.accept(this::flush);
        } else if (gathers) {
            before.appendBuffer(bytes);
        } else {
            waiting = Buffer.buffer(2 * (before.length() + bytes.length()))
                    .appendBuffer(before)
                    .appendBuffer(bytes);
            gathers = true;
        }
    }

    private void flush() {
        Buffer bytes = waiting;
        waiting = null;
        if (!ended && bytes != null) {
            response.write(bytes);
        }
    }

    boolean isSlow() {
        return response.writeQueueFull();
    }

    void send(ClientReply reply, ResponseHeaders responseHeaders) {
        if (ended) {
            return;
        }
        ended = true;
        status = reply.status();
        response.setStatusCode(reply.status());
        if (!reply.reason().isEmpty()) {
            response.setStatusMessage(reply.reason());
        }
        MultiMap headers = response.headers();
        HopByHop.copy(reply.headers(), headers, name -> name.equalsIgnoreCase("content-length"));
        responseHeaders.on(headers);
        headers.set("content-length", Integer.toString(reply.body().length()));
        response.end(reply.body());
    }

    /** Ends a stream that has begun, with the wire's own words for what happened. */
    void endBadly(FailureType type, String message) {
        write(Buffer.buffer(ErrorEnvelope.event(voice, type, message)));
        end();
    }

    void end() {
        if (!ended) {
            Buffer last = waiting;
            waiting = null;
            ended = true;
            if (last == null) {
                response.end();
            } else {
                response.end(last);
            }
        }
    }

    /** Breaks the connection, so that half an answer cannot be taken for a whole one. */
    void abort() {
        if (!ended) {
            flush();
            ended = true;
            response.reset();
        }
    }

    void gone() {
        ended = true;
    }
}
