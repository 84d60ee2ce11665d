package dev.mulligan.gateway.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The body of one request while it comes in. What it holds is counted together with all others until {@link #release}, so
 * that many large uploads at once are refused instead of ending the program.
 */
public final class RequestBody {

    /** Why it is not taken. */
    public enum Refusal {
        TOO_LARGE,
        NO_ROOM
    }

    private final BodyMemory memory;
    private final int most;
    private final List<Buffer> chunks = new ArrayList<>();
    private int length;
    private boolean refused;
    private boolean released;

    public RequestBody(BodyMemory memory, int most) {
        this.memory = memory;
        this.most = most;
    }

    /** Calls one of the two, once, unless the client leaves before. */
    public void read(HttpServerRequest request, Runnable whole, Consumer<Refusal> refuse) {
        request.exceptionHandler(gone -> release());
        request.handler(chunk -> {
            if (refused || released) {
                return;
            }
            if (length + chunk.length() > most) {
                giveUp(Refusal.TOO_LARGE, refuse);
            } else if (!memory.take(chunk.length())) {
                giveUp(Refusal.NO_ROOM, refuse);
            } else {
                length += chunk.length();
                chunks.add(chunk);
            }
        });
        request.endHandler(end -> {
            if (!refused && !released) {
                whole.run();
            }
        });
    }

    private void giveUp(Refusal why, Consumer<Refusal> refuse) {
        refused = true;
        release();
        refuse.accept(why);
    }

    /** All of it, in one piece and in no second one: the pieces are let go while it is put together. */
    public byte[] bytes() {
        byte[] all = new byte[length];
        int at = 0;
        for (int i = 0; i < chunks.size(); i++) {
            Buffer chunk = chunks.set(i, Buffer.buffer(0));
            chunk.getBytes(all, at);
            at += chunk.length();
        }
        chunks.clear();
        return all;
    }

    /** Nobody needs it any more. */
    public void release() {
        if (!released) {
            released = true;
            chunks.clear();
            memory.giveBack(length);
        }
    }
}
