package dev.mulligan.gateway;

import dev.mulligan.failure.FailureType;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** The way back to the client: writes heads once, and nothing to one that is gone. */
final class ClientSide {

    private final HttpServerResponse response;
    private final Wire voice;
    private boolean ended;
    private int status;

    ClientSide(HttpServerResponse response, Wire voice) {
        this.response = response;
        this.voice = voice;
    }

    boolean headSent() {
        return status > 0;
    }

    boolean hasEnded() {
        return ended;
    }

    /** What the client saw; 0 when nothing. */
    int status() {
        return status;
    }

    void open(Answer head, Marks marks) {
        if (!headSent()) {
            status = head.status();
            response.setStatusCode(head.status());
            if (!head.reason().isEmpty()) {
                response.setStatusMessage(head.reason());
            }
            HopByHop.copy(head.headers(), response.headers(), name -> false);
            marks.on(response.headers());
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
    void openWaiting(Marks marks) {
        status = 200;
        response.setStatusCode(200).setChunked(true);
        response.headers()
                .add("content-type", "text/event-stream; charset=utf-8")
                .add("cache-control", "no-cache");
        marks.on(response.headers());
        response.writeHead();
    }

    void write(Buffer bytes) {
        if (!ended && bytes.length() > 0) {
            response.write(bytes);
        }
    }

    boolean isSlow() {
        return response.writeQueueFull();
    }

    void send(Reply reply, Marks marks) {
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
        marks.on(headers);
        headers.set("content-length", Integer.toString(reply.body().length()));
        response.end(reply.body());
    }

    /** Ends a stream that has begun, with the wire's own words for what happened. */
    void endBadly(FailureType type, String message) {
        write(WireErrors.event(voice, type, message));
        end();
    }

    void end() {
        if (!ended) {
            ended = true;
            response.end();
        }
    }

    /** Breaks the connection, so that half an answer cannot be taken for a whole one. */
    void abort() {
        if (!ended) {
            ended = true;
            response.reset();
        }
    }

    void gone() {
        ended = true;
    }
}
