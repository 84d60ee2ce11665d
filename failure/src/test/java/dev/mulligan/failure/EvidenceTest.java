package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    @Test
    void headerNamesIgnoreCase() {
        Evidence.Http http = new Evidence.Http(429, Map.of("Retry-After", "7"), "");
        assertThat(http.headers().get("retry-after")).isEqualTo("7");
        assertThat(http.headers().get("RETRY-AFTER")).isEqualTo("7");
    }

    @Test
    void anExceptionIsReadWithItsCauses() {
        Failure failure = Classifier.standard()
                .classify(new IllegalStateException("call failed", new SocketTimeoutException("Read timed out")));
        assertThat(failure.type()).isEqualTo(FailureType.TIMEOUT);
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.cause()).isPresent();
    }

    @Test
    void cyclicCausesEnd() {
        IOException first = new IOException("first");
        IOException second = new IOException("Connection reset", first);
        first.initCause(second);
        assertThat(Classifier.standard().classify(first).type()).isEqualTo(FailureType.NETWORK);
    }

    @Test
    void anExceptionWhoseMessageThrowsIsStillAFailure() {
        RuntimeException broken = new RuntimeException("x") {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException("no message");
            }
        };
        assertThat(Classifier.standard().classify(broken).type()).isEqualTo(FailureType.UNKNOWN);
    }

    @Test
    void anUnknownExceptionIsNotRetried() {
        Failure failure = Classifier.standard().classify(new IllegalArgumentException("name must not be blank"));
        assertThat(failure.type()).isEqualTo(FailureType.UNKNOWN);
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.bestAction()).isEqualTo(Action.STOP);
        assertThat(failure.message()).isEqualTo("name must not be blank");
    }
}
