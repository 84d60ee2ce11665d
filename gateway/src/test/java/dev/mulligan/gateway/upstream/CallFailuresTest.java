package dev.mulligan.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class CallFailuresTest {

    @Test
    void anAddressIsWrittenAsPeopleWriteIt() {
        assertThat(CallFailures.unreachable(new ConnectException("Connection refused: /127.0.0.1:7272"))
                        .message())
                .isEqualTo("the provider could not be reached: Connection refused: 127.0.0.1:7272");
    }
}
