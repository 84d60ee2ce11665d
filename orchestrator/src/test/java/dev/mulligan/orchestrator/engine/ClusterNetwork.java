package dev.mulligan.orchestrator.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A network namespace joined to this machine by one cable, which can be cut. Needs root and the ip program. */
final class ClusterNetwork implements AutoCloseable {

    private static final String PREFIX = "mulligan";

    /** Our process id, so that what a killed test left can be told from what a running one uses. */
    private static final long OWNER = ProcessHandle.current().pid();

    private static final String NAME = PREFIX + OWNER;
    private static final String CABLE = "mul" + OWNER;

    private final String here;
    private final ServerSocket door;

    private ClusterNetwork(String here, ServerSocket door) {
        this.here = here;
        this.door = door;
    }

    /** {@code port}: what the other side reaches under {@link #host}. */
    static Optional<ClusterNetwork> make(int port) throws IOException, InterruptedException {
        removeLeftovers();
        // Two networks with one address would take each other's packets, so each program has its own four.
        String net = "10.231." + OWNER / 64 % 256 + ".";
        long first = OWNER % 64 * 4;
        String here = net + (first + 1);
        for (String command : List.of(
                "ip netns add " + NAME,
                "ip link add " + CABLE + "a type veth peer name " + CABLE + "b netns " + NAME,
                "ip addr add " + here + "/30 dev " + CABLE + "a",
                "ip link set " + CABLE + "a up",
                "ip -n " + NAME + " addr add " + net + (first + 2) + "/30 dev " + CABLE + "b",
                "ip -n " + NAME + " link set " + CABLE + "b up",
                "ip -n " + NAME + " link set lo up")) {
            if (sh(command) != 0) {
                sh("ip netns del " + NAME);
                System.out.println("skipped: no network can be made here (" + command + " failed; it needs root)");
                return Optional.empty();
            }
        }
        ServerSocket door = new ServerSocket();
        door.bind(new InetSocketAddress(here, 0));
        Thread.ofVirtual().start(() -> serve(door, port));
        return Optional.of(new ClusterNetwork(here, door));
    }

    /** A test that was killed leaves its namespace and cable behind; deleting the namespace deletes both. */
    private static void removeLeftovers() throws IOException, InterruptedException {
        Path namespaces = Path.of("/run/netns");
        if (!Files.isDirectory(namespaces)) {
            return;
        }
        List<String> names;
        try (Stream<Path> entries = Files.list(namespaces)) {
            names = entries.map(entry -> entry.getFileName().toString()).toList();
        }
        for (String name : names) {
            String owner = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
            if (!owner.isEmpty()
                    && owner.chars().allMatch(Character::isDigit)
                    && ProcessHandle.of(Long.parseLong(owner)).isEmpty()) {
                sh("ip netns del " + name);
            }
        }
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
        return List.of("ip", "netns", "exec", NAME);
    }

    String host() {
        return here + ":" + door.getLocalPort();
    }

    /** From now on nothing passes, and nobody is told. */
    void cut() throws IOException, InterruptedException {
        if (sh("ip -n " + NAME + " link set " + CABLE + "b down") != 0) {
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
            sh("ip link del " + CABLE + "a");
            sh("ip netns del " + NAME);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
