package dev.mulligan.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client on a raw socket, which sees whether an answer ended or broke. */
final class RawClient implements AutoCloseable {

    /**
     * An answer.
     *
     * @param whole whether the framing says that nothing is missing
     */
    record Got(int status, String head, String body, boolean whole) {
        String header(String name) {
            return ScriptedUpstream.Http.header(head, name);
        }
    }

    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    static Got post(int port, String path, String body, String... headers) throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send(path, body, headers);
            return client.read();
        }
    }

    void send(String path, String body, String... headers) throws IOException {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        head.append("content-type: application/json\r\ncontent-length: ")
                .append(bytes.length)
                .append("\r\n\r\n");
        raw(head + body);
    }

    void raw(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    String head() throws IOException {
        return ScriptedUpstream.Http.head(in);
    }

    /** What has come when this text has. */
    String until(String text) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        int b = 0;
        while (b >= 0 && !seen.toString(StandardCharsets.UTF_8).contains(text)) {
            b = in.read();
            seen.write(b);
        }
        return seen.toString(StandardCharsets.UTF_8);
    }

    Got read() throws IOException {
        return read(head());
    }

    Got read(String head) throws IOException {
        if (head.isEmpty()) {
            return new Got(0, "", "", false);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean whole;
        try {
            whole = ScriptedUpstream.Http.header(head, "transfer-encoding").isEmpty()
                    ? readLength(head, body)
                    : readChunks(body);
        } catch (IOException broken) {
            whole = false;
        }
        return new Got(Integer.parseInt(head.substring(9, 12)), head, body.toString(StandardCharsets.UTF_8), whole);
    }

    private boolean readLength(String head, ByteArrayOutputStream body) throws IOException {
        String text = ScriptedUpstream.Http.header(head, "content-length");
        int length = text.isEmpty() ? 0 : Integer.parseInt(text);
        body.write(in.readNBytes(length));
        return body.size() == length;
    }

    private boolean readChunks(ByteArrayOutputStream body) throws IOException {
        while (true) {
            StringBuilder size = new StringBuilder();
            int b = in.read();
            while (b >= 0 && b != '\n') {
                size.append((char) b);
                b = in.read();
            }
            if (b < 0) {
                return false;
            }
            int length = Integer.parseInt(size.toString().strip(), 16);
            byte[] chunk = in.readNBytes(length);
            body.write(chunk);
            if (chunk.length < length || in.readNBytes(2).length < 2) {
                return false;
            }
            if (length == 0) {
                return true;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
