import java.io.BufferedInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** `java Load.java PORT CLIENTS SECONDS json|stream BODYBYTES`: throughput and time to the first byte of content. */
public class Load {
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int clients = Integer.parseInt(args[1]);
        double seconds = Double.parseDouble(args[2]);
        boolean stream = args[3].equals("stream");
        String body = "{\"model\":\"claude-sonnet-5-5\"," + (stream ? "\"stream\":true," : "")
                + "\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"" + "y".repeat(Integer.parseInt(args[4])) + "\"}]}";
        byte[] request = ("POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: k\r\ncontent-type: application/json\r\ncontent-length: "
                + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII);
        AtomicLong done = new AtomicLong();
        List<long[]> samples = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        for (int c = 0; c < clients; c++) {
            threads.add(Thread.ofVirtual().start(() -> {
                long[] mine = new long[200_000];
                int n = 0;
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.setTcpNoDelay(true);
                    InputStream in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
                    while (System.nanoTime() < end) {
                        long sent = System.nanoTime();
                        socket.getOutputStream().write(request);
                        String head = head(in);
                        long first = System.nanoTime() - sent;
                        if (!head.startsWith("HTTP/1.1 200")) throw new IllegalStateException(head);
                        int at = head.indexOf("content-length:");
                        if (at >= 0) {
                            in.skipNBytes(Integer.parseInt(head.substring(at + 15, head.indexOf('\r', at)).strip()));
                        } else {
                            chunks(in);
                        }
                        if (n < mine.length) mine[n++] = first;
                        done.incrementAndGet();
                    }
                } catch (Exception e) {
                    System.err.println(e);
                }
                synchronized (samples) {
                    samples.add(Arrays.copyOf(mine, n));
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        long[] all = samples.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf("%d requests, %.0f/s, first byte p50 %.3f ms p99 %.3f ms%n",
                done.get(), done.get() / seconds, all[all.length / 2] / 1e6, all[(int) (all.length * 0.99)] / 1e6);
    }

    static String head(InputStream in) throws Exception {
        StringBuilder head = new StringBuilder();
        int matched = 0;
        while (matched < 4) {
            int b = in.read();
            if (b < 0) throw new IllegalStateException("closed");
            head.append((char) b);
            matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
        }
        String text = head.toString();
        return text.substring(0, 12) + text.substring(12).toLowerCase(java.util.Locale.ROOT);
    }

    static void chunks(InputStream in) throws Exception {
        while (true) {
            StringBuilder size = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) throw new IllegalStateException("cut off");
                size.append((char) b);
            }
            int length = Integer.parseInt(size.toString().strip(), 16);
            in.skipNBytes(length + 2);
            if (length == 0) return;
        }
    }
}
