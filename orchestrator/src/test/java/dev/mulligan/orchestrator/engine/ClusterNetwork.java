package dev.mulligan.orchestrator.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;

/** A network namespace joined to this machine by one cable, which can be cut. Needs root and the ip program. */
final class ClusterNetwork implements AutoCloseable {

    private static final String HERE = "10.231.77.1";
    private static final String THERE = "10.231.77.2";

    private final String name;
    private final ServerSocket door;

    private ClusterNetwork(String name, ServerSocket door) {
        this.name = name;
        this.door = door;
    }

    /** {@code port}: what the other side reaches under {@link #host}. */
    static Optional<ClusterNetwork> make(int port) throws IOException, InterruptedException {
        String name = "mulligan" + ProcessHandle.current().pid() % 10_000;
        String cable = "mul" + ProcessHandle.current().pid() % 10_000;
        for (String command : List.of(
                "ip netns add " + name,
                "ip link add " + cable + "a type veth peer name " + cable + "b netns " + name,
                "ip addr add " + HERE + "/30 dev " + cable + "a",
                "ip link set " + cable + "a up",
                "ip -n " + name + " addr add " + THERE + "/30 dev " + cable + "b",
                "ip -n " + name + " link set " + cable + "b up",
                "ip -n " + name + " link set lo up")) {
            if (sh(command) != 0) {
                sh("ip netns del " + name);
                System.out.println("skipped: no network can be made here (" + command + " failed; it needs root)");
                return Optional.empty();
            }
        }
        ServerSocket door = new ServerSocket();
        door.bind(new InetSocketAddress(HERE, 0));
        Thread.ofVirtual().start(() -> serve(door, port));
        return Optional.of(new ClusterNetwork(name, door));
    }

    private static void serve(ServerSocket door, int port) {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.ofVirtual().start(() -> pass(caller, server));
                Thread.ofVirtual().start(() -> pass(server, caller));
            } catch (IOException e) {
                // The next one, or the end.
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side is gone.
        }
    }

    /** Puts a command on the other side. */
    List<String> starter() {
        return List.of("ip", "netns", "exec", name);
    }

    String host() {
        return HERE + ":" + door.getLocalPort();
    }

    /** From now on nothing passes, and nobody is told. */
    void cut() throws IOException, InterruptedException {
        if (sh("ip -n " + name + " link set mul" + ProcessHandle.current().pid() % 10_000 + "b down") != 0) {
            throw new IOException("the cable could not be cut");
        }
    }

    private static int sh(String command) throws IOException, InterruptedException {
        return new ProcessBuilder(command.split(" ", -1))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public void close() throws IOException {
        door.close();
        try {
            sh("ip link del mul" + ProcessHandle.current().pid() % 10_000 + "a");
            sh("ip netns del " + name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
