package dev.mulligan.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class CallFailuresTest {

    @Test
    void anAddressIsWrittenAsPeopleWriteIt() {
        assertThat(CallFailures.unreachable(new ConnectException("Connection refused: /127.0.0.1:7272"))
                        .message())
                .isEqualTo("the provider could not be reached: connection refused: 127.0.0.1:7272");
    }

    @Test
    void callsOfTheOperatingSystemAreNotNamed() {
        assertThat(CallFailures.unreachable(new ConnectException(
                                "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:7272"))
                        .message())
                .isEqualTo("the provider could not be reached: connection refused: 127.0.0.1:7272");
        assertThat(CallFailures.broken(
                                new IOException("recvAddress(..) failed with error(-104): Connection reset by peer"))
                        .message())
                .isEqualTo("the connection to the provider broke: connection reset by peer");
    }

    @Test
    void aProviderThatDoesNotListenIsNamedWithItsAddress() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (Gateway gateway = Gateway.start(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .upstream("anthropic", URI.create("http://127.0.0.1:" + port))
                        .policy(RetryPolicy.never()));
                HttpClient client = HttpClient.newHttpClient()) {
            String said = client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/messages"))
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(said)
                    .contains("could not be reached: connection refused: 127.0.0.1:" + port)
                    .doesNotContain("(..)", "error(");
        }
    }
}
