import java.io.BufferedInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A provider that answers at once, on raw sockets: `java Origin.java PORT`. Streams when the body asks for it. */
public class Origin {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]), 1024, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        }
    }

    static final byte[] JSON = json();
    static final byte[] STREAM = stream();

    static byte[] json() {
        String text = "x".repeat(1700);
        String body = "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-sonnet-5-5\",\"content\":[{\"type\":\"text\",\"text\":\""
                + text + "\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":100,\"output_tokens\":50}}";
        return ("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] stream() {
        StringBuilder out = new StringBuilder("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        chunk(out, "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n");
        chunk(out, "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n");
        for (int i = 0; i < 48; i++) {
            chunk(out, "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"word \"}}\n\n");
        }
        chunk(out, "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":48}}\n\n");
        chunk(out, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
        return out.append("0\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The same stream, an event a second. */
    static void slow(OutputStream out) throws Exception {
        int from = 0;
        for (int at = new String(STREAM, StandardCharsets.US_ASCII).indexOf("\r\n\r\n") + 4; at < STREAM.length; ) {
            out.write(STREAM, from, at - from);
            out.flush();
            from = at;
            int line = at;
            while (STREAM[line] != '\r') line++;
            at = line + 4 + Integer.parseInt(new String(STREAM, at, line - at, StandardCharsets.US_ASCII), 16);
            if (from > 500) Thread.sleep(1000);
        }
        out.write(STREAM, from, STREAM.length - from);
    }

    static void chunk(StringBuilder out, String text) {
        out.append(Integer.toHexString(text.length())).append("\r\n").append(text).append("\r\n");
    }

    static void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[16 << 10];
            while (true) {
                int n = 0, matched = 0;
                while (matched < 4) {
                    int b = in.read();
                    if (b < 0) return;
                    buffer[n++] = (byte) b;
                    matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
                }
                String head = new String(buffer, 0, n, StandardCharsets.US_ASCII).toLowerCase(java.util.Locale.ROOT);
                int at = head.indexOf("content-length:");
                int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 15, head.indexOf('\r', at)).strip());
                if (length > buffer.length) buffer = new byte[length];
                in.readNBytes(buffer, 0, length);
                String start = new String(buffer, 0, Math.min(length, 200), StandardCharsets.US_ASCII);
                if (start.contains("\"slow\":true")) {
                    slow(out);
                } else {
                    out.write(start.contains("\"stream\":true") ? STREAM : JSON);
                }
                out.flush();
            }
        } catch (Exception gone) {
            // The client left.
        }
    }
}
