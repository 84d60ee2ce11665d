package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Exceptions of clients that know the response are read as that response, whoever wrote them. */
class ThrownResponseTest {

    private static final String QUOTA =
            "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"You exceeded your current quota\"}}";

    /** As LangChain4j has it: a status, and the body as its message. */
    public static class StatusAndMessage extends RuntimeException {
        private final int status;

        public StatusAndMessage(int status, String body) {
            super(body);
            this.status = status;
        }

        public int statusCode() {
            return status;
        }
    }

    /** As the SDKs of the providers have it: headers of a type of their own. */
    public static final class SdkException extends StatusAndMessage {
        private final Map<String, List<String>> headers;

        public SdkException(int status, Map<String, List<String>> headers, String body) {
            super(status, body);
            this.headers = headers;
        }

        public SdkHeaders headers() {
            return new SdkHeaders(headers);
        }
    }

    public record SdkHeaders(Map<String, List<String>> all) {
        public Set<String> names() {
            return all.keySet();
        }

        public List<String> values(String name) {
            return all.getOrDefault(name, List.of());
        }
    }

    /** As Spring has it: getters, and a status that is an object. */
    public static final class SpringLike extends RuntimeException {
        public Status getStatusCode() {
            return new Status(429);
        }

        public Map<String, List<String>> getResponseHeaders() {
            return Map.of("Retry-After", List.of("7"));
        }

        public String getResponseBodyAsString() {
            return "{\"error\":{\"message\":\"slow down\"}}";
        }
    }

    public record Status(int value) {}

    /** One whose methods do not work. */
    public static final class Broken extends RuntimeException {
        private final Optional<Integer> status = Optional.empty();

        public int statusCode() {
            return status.orElseThrow();
        }

        @Override
        public String getMessage() {
            return "connection reset by peer";
        }
    }

    @Test
    void theStatusAndBodyDecide() {
        assertThat(classify(new StatusAndMessage(529, "Overloaded")).type()).isEqualTo(FailureType.OVERLOADED);
        Failure money = classify(new StatusAndMessage(429, QUOTA));
        assertThat(money.type()).isEqualTo(FailureType.QUOTA_EXHAUSTED);
        assertThat(money.retryable()).isFalse();
    }

    @Test
    void aCauseIsReadToo() {
        Failure failure = classify(new RuntimeException("request failed", new StatusAndMessage(503, "try later")));
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void theHeadersStateTheWait() {
        var limited = new SdkException(429, Map.of("retry-after", List.of("12")), "rate limited");
        assertThat(classify(limited).retryAfter()).contains(Duration.ofSeconds(12));
        assertThat(classify(new SpringLike()).retryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void whatCannotBeReadIsClassifiedByItsText() {
        assertThat(classify(new Broken()).type()).isEqualTo(FailureType.NETWORK);
        assertThat(classify(new StatusAndMessage(0, "connection reset by peer")).type())
                .isEqualTo(FailureType.NETWORK);
    }

    private static Failure classify(Throwable thrown) {
        return Classifier.standard().classify(thrown);
    }
}
