import java.io.BufferedInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * `java Streams.java PORT STREAMS`: opens so many streams, waits until each has its first event, says "open", and reads
 * them to their ends. Prints how many ended well and how many events came after "open".
 */
public class Streams {
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int streams = Integer.parseInt(args[1]);
        String body = "{\"model\":\"claude-sonnet-5-5\",\"stream\":true,\"slow\":true,\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"";
        CountDownLatch begun = new CountDownLatch(streams);
        Semaphore opening = new Semaphore(200);
        AtomicInteger good = new AtomicInteger();
        AtomicLong events = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> {
                boolean waiting = true;
                try {
                    opening.acquire();
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                    byte[] bytes = (body + number + "\"}]}").getBytes(StandardCharsets.US_ASCII);
                    socket.getOutputStream().write(("POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: k\r\ncontent-length: "
                            + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().write(bytes);
                    InputStream in = new BufferedInputStream(socket.getInputStream(), 1024);
                    StringBuilder line = new StringBuilder();
                    for (int b = in.read(); b >= 0; b = in.read()) {
                        if (b != '\n') {
                            line.append((char) b);
                            continue;
                        }
                        if (line.indexOf("event: content_block_delta") == 0) {
                            if (waiting) {
                                waiting = false;
                                opening.release();
                                begun.countDown();
                            }
                            events.incrementAndGet();
                        }
                        if (line.indexOf("event: message_stop") == 0) {
                            good.incrementAndGet();
                            break;
                        }
                        line.setLength(0);
                    }
                    socket.close();
                } catch (Exception e) {
                    System.err.println(e);
                }
                if (waiting) {
                    opening.release();
                    begun.countDown();
                }
            }));
        }
        begun.await();
        long before = events.get();
        System.out.println("open");
        for (Thread thread : threads) thread.join();
        System.out.printf("%d %d%n", good.get(), events.get() - before);
    }
}
