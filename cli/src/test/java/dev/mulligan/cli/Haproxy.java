package dev.mulligan.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real haproxy with the configuration that the manual shows. */
final class Haproxy implements AutoCloseable {

    private static final Path MANUAL = Path.of(System.getProperty("mulligan.root", ".."), "docs", "operations.md");
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/sbin/haproxy"), Path.of("/usr/local/sbin/haproxy"), Path.of("/usr/bin/haproxy"));

    private final Process process;
    private final Path socket;
    private final String url;

    private Haproxy(Process process, Path socket, String url) {
        this.process = process;
        this.socket = socket;
        this.url = url;
    }

    static Path program() {
        return PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElseGet(() -> {
            System.out.println("skipped: haproxy is not installed here");
            return Assumptions.abort("haproxy is not installed here");
        });
    }

    /** In front of gateways on these two ports of this machine. */
    static Haproxy start(Path folder, int one, int two) throws Exception {
        int port = ServeProcess.freePort();
        Path socket = folder.resolve("haproxy.sock");
        String shown = example()
                .replace("bind :7171", "bind 127.0.0.1:" + port)
                .replace("10.0.0.11:7171", "127.0.0.1:" + one)
                .replace("10.0.0.12:7171", "127.0.0.1:" + two);
        Path config = Files.writeString(
                folder.resolve("haproxy.cfg"), "global\n    stats socket " + socket + " mode 600\n\n" + shown);
        Process process = new ProcessBuilder(program().toString(), "-db", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile())
                .start();
        Haproxy started = new Haproxy(process, socket, "http://127.0.0.1:" + port);
        Eventually.holds("haproxy listens", () -> {
            if (!process.isAlive()) {
                throw new AssertionError(Files.readString(folder.resolve("haproxy.log")));
            }
            return Files.exists(socket);
        });
        return started;
    }

    private static String example() throws IOException {
        String manual = Files.readString(MANUAL);
        String fence = "```haproxy\n";
        int start = manual.indexOf(fence) + fence.length();
        return manual.substring(start, manual.indexOf("```", start));
    }

    String url() {
        return url;
    }

    boolean isUp(String gateway) throws IOException {
        return stat(gateway, "status").equals("UP");
    }

    int requests(String gateway) throws IOException {
        return Integer.parseInt(stat(gateway, "stot"));
    }

    private String stat(String gateway, String column) throws IOException {
        List<String> lines = show().lines().toList();
        int at = List.of(lines.getFirst().replace("# ", "").split(",")).indexOf(column);
        return lines.stream()
                .filter(line -> line.startsWith("gateways," + gateway + ","))
                .map(line -> List.of(line.split(",")).get(at))
                .findFirst()
                .orElseThrow();
    }

    private String show() throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap("show stat\n".getBytes(StandardCharsets.US_ASCII)));
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            ByteBuffer piece = ByteBuffer.allocate(8192);
            while (channel.read(piece) >= 0) {
                said.write(piece.array(), 0, piece.position());
                piece.clear();
            }
            return said.toString(StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
