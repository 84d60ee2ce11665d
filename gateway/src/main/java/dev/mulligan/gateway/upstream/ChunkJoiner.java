package dev.mulligan.gateway.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnection;
import org.jspecify.annotations.Nullable;

/**
 * Hands the chunks of an answer that were read at once on as one. Providers send each event of a stream as a chunk of its
 * own, and a packet holds dozens of them: everything behind this handler would be done for each. Nothing is held back
 * longer than the read takes.
 */
public final class ChunkJoiner extends ChannelInboundHandlerAdapter {

    private static final int MOST_BYTES = 64 << 10;

    private @Nullable HttpContent first;
    private @Nullable ByteBuf joined;

    private ChunkJoiner() {}

    /** From now on, for this connection to an upstream. */
    public static void on(HttpConnection connection) {
        if (connection instanceof HttpClientConnection upstream) {
            ChannelHandlerContext reader = upstream.channelHandlerContext();
            reader.pipeline().addBefore(reader.name(), "chunk-joiner", new ChunkJoiner());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean isChunk = message instanceof HttpContent && !(message instanceof LastHttpContent);
        if (isChunk) {
            join(context, (HttpContent) message);
        } else {
            handOn(context);
            context.fireChannelRead(message);
        }
    }

    private void join(ChannelHandlerContext context, HttpContent chunk) {
        if (chunk.decoderResult().isFailure()) {
            handOn(context);
            context.fireChannelRead(chunk);
        } else if (first == null && joined == null) {
            first = chunk;
        } else {
            ByteBuf all = room(chunk);
            append(all, chunk);
            if (all.readableBytes() >= MOST_BYTES) {
                handOn(context);
            }
        }
    }

    /** Where the second and all further chunks go. On the heap and not pooled, as Vert.x passes bytes on: it makes no other copy. */
    private ByteBuf room(HttpContent next) {
        ByteBuf all = joined;
        if (all == null) {
            HttpContent begun = first;
            int length = next.content().readableBytes()
                    + (begun == null ? 0 : begun.content().readableBytes());
            all = Unpooled.buffer(Math.max(4 << 10, 2 * length));
            joined = all;
            first = null;
            if (begun != null) {
                append(all, begun);
            }
        }
        return all;
    }

    private static void append(ByteBuf all, HttpContent chunk) {
        try {
            all.writeBytes(chunk.content());
        } finally {
            chunk.release();
        }
    }

    private void handOn(ChannelHandlerContext context) {
        HttpContent alone = first;
        ByteBuf all = joined;
        first = null;
        joined = null;
        if (alone != null) {
            context.fireChannelRead(alone);
        } else if (all != null) {
            context.fireChannelRead(new DefaultHttpContent(all));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        handOn(context);
        context.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        handOn(context);
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
        handOn(context);
        context.fireExceptionCaught(broken);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        handOn(context);
    }
}
