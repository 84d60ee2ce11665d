package dev.mulligan.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A provider that does exactly what it is told, on a raw socket: nothing between the test and the bytes. */
final class ScriptedUpstream implements AutoCloseable {

    /** One request as it arrived. */
    record Seen(String head, String text) {
        String line() {
            return head.substring(0, head.indexOf("\r\n"));
        }
    }

    /** What to do with a request. */
    interface Step {
        void answer(Seen seen, Line line) throws Exception;
    }

    /** The connection, to be written to, waited on or broken. */
    record Line(Socket socket, InputStream in, OutputStream out, BlockingQueue<String> news) {
        void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void chunk(String text) throws IOException {
            chunk(text.getBytes(StandardCharsets.UTF_8));
        }

        void chunk(byte[] bytes) throws IOException {
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            write("\r\n");
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Returns when the other side hangs up. */
        void awaitHangUp() throws IOException {
            news.add("waiting");
            try {
                while (in.read() >= 0) {
                    news.add("byte");
                }
            } catch (IOException reset) {
                // A reset is a hang-up, too.
            }
            news.add("hung up");
        }
    }

    private final ServerSocket server;
    private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> news = new LinkedBlockingQueue<>();
    private volatile Step otherwise = Replies.status(500, "no script left");

    ScriptedUpstream() throws IOException {
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    ScriptedUpstream then(Step... more) {
        steps.addAll(List.of(more));
        return this;
    }

    ScriptedUpstream always(Step step) {
        otherwise = step;
        return this;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    List<Seen> seen() {
        return seen;
    }

    int calls() {
        return seen.size();
    }

    void tell(String what) {
        news.add(what);
    }

    boolean hears(String what, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            String next = news.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (next == null) {
                return false;
            }
            if (next.equals(what)) {
                return true;
            }
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Line line = new Line(socket, in, socket.getOutputStream(), news);
            while (true) {
                String head = Http.head(in);
                if (head.isEmpty()) {
                    return;
                }
                Seen request = new Seen(head, Http.body(head, in).toString(StandardCharsets.UTF_8));
                seen.add(request);
                Step step = steps.poll();
                (step == null ? otherwise : step).answer(request, line);
                if (socket.isClosed()) {
                    return;
                }
            }
        } catch (Exception e) {
            // A broken connection is what half of the tests are about.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** Just enough HTTP to read what the gateway sends. */
    static final class Http {
        private Http() {}

        static String head(InputStream in) throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            int matched = 0;
            while (matched < 4) {
                int b = in.read();
                if (b < 0) {
                    return "";
                }
                head.write(b);
                matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
            }
            return head.toString(StandardCharsets.ISO_8859_1);
        }

        static ByteArrayOutputStream body(String head, InputStream in) throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            String length = header(head, "content-length");
            if (!length.isEmpty()) {
                body.write(in.readNBytes(Integer.parseInt(length)));
            }
            return body;
        }

        static String header(String head, String name) {
            for (String line : head.split("\r\n", -1)) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
                    return line.substring(colon + 1).strip();
                }
            }
            return "";
        }
    }
}
