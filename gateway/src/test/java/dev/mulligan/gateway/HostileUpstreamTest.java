package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An upstream that puts bytes where none belong. */
@Timeout(60)
class HostileUpstreamTest {

    private static final String PLANTED = "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nplanted";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 204 No Content\r\ncontent-length: 47\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\ncontent-length: 47\r\n\r\n",
                "HTTP/1.1 100 Continue\r\ncontent-length: 47\r\n\r\n",
                "HTTP/1.1 102 Processing\r\ncontent-length: 47\r\n\r\n",
                "HTTP/1.1 103 Early Hints\r\ncontent-length: 47\r\n\r\n",
            })
    void theNextRequestGetsItsOwnAnswer(String head) throws Exception {
        boolean interim = head.startsWith("HTTP/1.1 1");
        try (Rig rig = new Rig();
                RawClient client = rig.client()) {
            rig.then((seen, line) -> {
                line.write(head + (interim ? "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok" : ""));
                // The rest comes once the next request is on the same connection; hung up is the good end.
                if (line.in().read() >= 0) {
                    line.write(PLANTED);
                }
                line.socket().close();
            });
            rig.upstream.always(Replies.json("{\"mine\":true}"));
            client.raw("GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n");
            String first = client.head();
            if (interim) {
                client.read(first);
            }
            assertThat(first).doesNotContain("204 No Content\r\ncontent-length");
            client.raw("GET /v1/models?next HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.read().body()).isEqualTo("{\"mine\":true}");
        }
    }
}
