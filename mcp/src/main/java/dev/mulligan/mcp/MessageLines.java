package dev.mulligan.mcp;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The client's lines on their way to the protocol's own reader, which stops for good at the first that is no message. Here
 * such a line is answered and left out, and the end of the input is seen whatever the reader does.
 */
final class MessageLines {

    private static final int LONGEST = 16 << 20;
    private static final int WAITING = 1_000;
    private static final int PATIENCE_SECONDS = 60;
    private static final int NOT_JSON = -32700;
    private static final int NOT_A_MESSAGE = -32600;
    private static final byte[] END = {};

    /** What may be asked before a client has said that it is ready; the protocol's own reader would answer nothing else. */
    private static final List<String> EARLY = List.of(McpSchema.METHOD_INITIALIZE, McpSchema.METHOD_PING);

    private static final String FIRST = "send initialize, and after its answer notifications/initialized";

    private final InputStream in;
    private final WholeLines out;
    private final McpJsonMapper mapper;
    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>(WAITING);
    private int requests;
    private boolean ready;

    MessageLines(InputStream in, WholeLines out, McpJsonMapper mapper) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.mapper = mapper;
    }

    /** Reads to the end of the input. Returns how many answers are owed for it. */
    int pump() throws InterruptedException {
        try {
            for (Optional<byte[]> line = next(); line.isPresent(); line = next()) {
                take(new String(line.get(), StandardCharsets.UTF_8));
            }
        } catch (IOException gone) {
            // A client that breaks the line has ended it.
            return 0;
        }
        return requests;
    }

    /** The protocol's own reader sees the end of the input now; it drops what it has not answered by then. */
    void end() throws InterruptedException {
        if (!messages.offer(END, 1, TimeUnit.SECONDS)) {
            messages.clear();
            messages.add(END);
        }
    }

    private void take(String line) throws IOException, InterruptedException {
        if (line.isBlank()) {
            return;
        }
        if (line.length() > LONGEST) {
            refuse(NOT_A_MESSAGE, "a message has at most " + LONGEST + " characters");
            return;
        }
        try {
            Json.parse(line);
        } catch (JsonException e) {
            refuse(NOT_JSON, "not JSON: " + e.getMessage());
            return;
        }
        try {
            McpSchema.JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(mapper, line);
            if (message instanceof McpSchema.JSONRPCNotification told) {
                ready |= told.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
            }
            if (message instanceof McpSchema.JSONRPCRequest request) {
                if (!ready && !EARLY.contains(request.method())) {
                    refuse(Json.write(request.id()), NOT_A_MESSAGE, request.method() + " comes too early: " + FIRST);
                    return;
                }
                requests++;
            }
        } catch (IOException | RuntimeException e) {
            refuse(NOT_A_MESSAGE, "not a message of JSON-RPC 2.0");
            return;
        }
        if (!messages.offer((line + "\n").getBytes(StandardCharsets.UTF_8), PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("messages are not taken any more");
        }
    }

    private void refuse(int code, String why) throws IOException {
        refuse("null", code, why);
    }

    private void refuse(String id, int code, String why) throws IOException {
        out.say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":"
                + Json.write(Map.of("code", code, "message", "mulligan: " + why)) + "}");
    }

    /** Without its end; a bit more than the longest of one that is longer; empty at the end of the input. */
    private Optional<byte[]> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return Optional.empty();
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (line.size() <= LONGEST) {
                line.write(b);
            }
        }
        return Optional.of(line.toByteArray());
    }

    /** What the protocol's own reader reads. */
    InputStream messages() {
        return new InputStream() {
            private byte[] line = {};
            private int at;
            private boolean ended;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (at == line.length && !ended) {
                    line = take();
                    at = 0;
                    ended = line.length == 0;
                }
                if (ended) {
                    return -1;
                }
                int many = Math.min(length, line.length - at);
                System.arraycopy(line, at, into, from, many);
                at += many;
                return many;
            }

            private byte[] take() throws IOException {
                try {
                    return messages.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        };
    }
}
