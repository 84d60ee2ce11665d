package dev.mulligan.simulator;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.script.Dialect;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Regime;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider on loopback that answers like the real ones and fails as told. One virtual thread a connection. */
public final class ProviderSimulator implements AutoCloseable {

    private static final int MOST_REMEMBERED = 10_000;

    private final ServerSocket server;
    private final InstantSource clock;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Deque<SimRequest> requests = new ArrayDeque<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile Script script;
    private volatile Replies replies;

    private ProviderSimulator(ServerSocket server, Script script, Replies replies, InstantSource clock) {
        this.server = server;
        this.script = script;
        this.replies = replies;
        this.clock = clock;
    }

    /** On any free port. */
    public static ProviderSimulator start(Script script, Replies replies) throws IOException {
        return start(0, script, replies);
    }

    public static ProviderSimulator start(int port, Script script, Replies replies) throws IOException {
        return start(port, script, replies, InstantSource.system());
    }

    static ProviderSimulator start(int port, Script script, Replies replies, InstantSource clock) throws IOException {
        ServerSocket socket = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress());
        ProviderSimulator simulator = new ProviderSimulator(socket, script, replies, clock);
        Thread.ofPlatform().daemon().name("simulator-accept").start(simulator::accept);
        return simulator;
    }

    public int port() {
        return server.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Replaces the script from the next request on. */
    public void script(Script next) {
        script = next;
    }

    public void replies(Replies next) {
        replies = next;
    }

    /** Requests so far, oldest first; the oldest go when there are too many. */
    public List<SimRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    public void forgetRequests() {
        synchronized (requests) {
            requests.clear();
        }
    }

    /** Connections that are open now. */
    public int connections() {
        return open.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or a client that left before it was served.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            new Connection(this, socket).serve();
        } catch (IOException e) {
            // The client left, or a fault ended the connection: both are what this program is for.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    Fault faultFor(SimulatedRequestReader.Request request, String body) {
        return script.next(request.target(), body, request.key(), clock.instant());
    }

    Optional<Regime.Left> rateLeft(String key) {
        return script.regime(key).left(clock.instant());
    }

    Duration latency(String key) {
        return script.regime(key).latency();
    }

    Dialect dialect() {
        return script.dialect();
    }

    Instant now() {
        return clock.instant();
    }

    SimulatedReply reply(Wire wire, String body) {
        return replies.to(wire, body);
    }

    SimRequest record(SimulatedRequestReader.Request request, Fault fault) {
        SimRequest seen = new SimRequest(
                numbers.incrementAndGet(),
                clock.instant(),
                request,
                fault.getClass().getSimpleName());
        synchronized (requests) {
            requests.addLast(seen);
            if (requests.size() > MOST_REMEMBERED) {
                requests.removeFirst();
            }
        }
        return seen;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
