package dev.mulligan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads HTTP/1.1 requests off a socket, as sent. */
final class SimulatedRequestReader {

    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_BODY = 64 * 1024 * 1024;

    /** A request as it came off the socket. */
    static final class Request {

        private final String method;
        private final String target;
        private final List<Map.Entry<String, String>> headers;
        private final byte[] body;

        Request(String method, String target, List<Map.Entry<String, String>> headers, byte[] body) {
            this.method = method;
            this.target = target;
            this.headers = headers;
            this.body = body;
        }

        String method() {
            return method;
        }

        String target() {
            return target;
        }

        List<Map.Entry<String, String>> headers() {
            return headers;
        }

        byte[] body() {
            return body;
        }

        /** The key it is sent with, in whichever header; empty without one. */
        String key() {
            return header("authorization")
                    .map(value -> value.regionMatches(true, 0, "Bearer ", 0, 7) ? value.substring(7) : value)
                    .or(() -> header("x-api-key"))
                    .or(() -> header("x-goog-api-key"))
                    .or(() -> header("api-key"))
                    .orElse("");
        }

        Optional<String> header(String name) {
            return headers.stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }
    }

    private final InputStream in;

    SimulatedRequestReader(InputStream in) {
        this.in = in;
    }

    /** The next request; empty when the client closed the connection between two. */
    Optional<Request> next() throws IOException {
        String start = line(true);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = start.split(" ", 3);
        if (parts.length < 3) {
            throw new IOException("not a request line: " + start);
        }
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line = line(false); !line.isEmpty(); line = line(false)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            headers.add(Map.entry(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        Request head = new Request(parts[0], parts[1], headers, new byte[0]);
        return Optional.of(new Request(parts[0], parts[1], headers, body(head)));
    }

    private byte[] body(Request head) throws IOException {
        if (head.header("transfer-encoding").orElse("").toLowerCase(Locale.ROOT).contains("chunked")) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            while (true) {
                int size = Integer.parseInt(line(false).split(";", 2)[0].strip(), 16);
                if (size == 0) {
                    line(false);
                    return all.toByteArray();
                }
                all.write(exactly(size));
                line(false);
                refuseAbove(all.size());
            }
        }
        int length = Integer.parseInt(head.header("content-length").orElse("0").strip());
        refuseAbove(length);
        return exactly(length);
    }

    private static void refuseAbove(int size) throws IOException {
        if (size > LONGEST_BODY) {
            throw new IOException("a body of more than " + LONGEST_BODY + " bytes");
        }
    }

    private byte[] exactly(int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("the body ends early");
        }
        return bytes;
    }

    private String line(boolean mayEnd) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int b = in.read();
            if (b < 0) {
                if (mayEnd && line.size() == 0) {
                    return "";
                }
                throw new EOFException("the head ends early");
            }
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(b);
            if (line.size() > LONGEST_HEAD) {
                throw new IOException("a line of more than " + LONGEST_HEAD + " bytes");
            }
        }
    }
}
