package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is no UTF-8 goes through as it came: the gateway changes nothing it was not asked to change. */
@Timeout(30)
class BytesTest {

    /** A lone continuation, an overlong slash, a half surrogate, a cut sequence. */
    private static final byte[] BAD = {
        (byte) 0x80, (byte) 0xC0, (byte) 0xAF, (byte) 0xED, (byte) 0xA0, (byte) 0x80, (byte) 0xE2, (byte) 0x82
    };

    private static byte[] with(String before, String after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(BAD);
        bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    @Test
    void badUtf8InARequestArrivesAsItWas() throws Exception {
        byte[] body = with("{\"model\":\"claude-sonnet-5-5\",\"messages\":[{\"role\":\"user\",\"content\":\"", "\"}]}");
        try (ProviderSimulator provider = ProviderSimulator.start(
                        Script.of(new Fault.Status(529, Map.of())), dev.mulligan.simulator.wire.Replies.ALL_DONE);
                Rig rig = new Rig(o -> o.upstream("anthropic", URI.create(provider.url())));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.gateway.port())) {
            socket.getOutputStream()
                    .write(("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\ncontent-length: "
                                    + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 200");
            assertThat(provider.requests())
                    .hasSize(2)
                    .allSatisfy(seen -> assertThat(seen.body()).isEqualTo(body));
        }
    }

    @Test
    void aRequestWithoutABodyIsNotGivenALength() throws Exception {
        for (String method : List.of("GET", "HEAD", "DELETE")) {
            try (ProviderSimulator provider =
                            ProviderSimulator.start(Script.of(), dev.mulligan.simulator.wire.Replies.ALL_DONE);
                    Rig rig = new Rig(o -> o.upstream("anthropic", URI.create(provider.url())));
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.gateway.port())) {
                socket.getOutputStream()
                        .write((method + " /v1/models HTTP/1.1\r\nHost: localhost\r\nx-api-key: k\r\n"
                                        + "anthropic-version: 2023-06-01\r\nconnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
                assertThat(provider.requests())
                        .singleElement()
                        .satisfies(seen -> assertThat(seen.headers().toString().toLowerCase(java.util.Locale.ROOT))
                                .contains("x-api-key")
                                .doesNotContain("content-length"));
            }
        }
    }

    @Test
    void badUtf8InAStreamComesBackAsItWas() throws Exception {
        byte[] delta = with(
                "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"",
                "\"}}\n\n");
        try (Rig rig = new Rig().then((seen, line) -> {
                    Replies.openStream(line, Replies.START, Replies.BLOCK);
                    line.chunk(delta);
                    line.chunk(Replies.STOP);
                    line.write("0\r\n\r\n");
                });
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.gateway.port())) {
            socket.getOutputStream()
                    .write(("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\ncontent-length: "
                                    + Rig.ASK_STREAM.length() + "\r\n\r\n" + Rig.ASK_STREAM)
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readAllBytes();

            assertThat(indexOf(answer, BAD)).isPositive();
            assertThat(new String(answer, StandardCharsets.ISO_8859_1)).contains("message_stop");
        }
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
