package dev.mulligan.bench;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long one classification takes, over answers of the kinds and sizes that providers and tools give. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class ClassifierBench {

    private final Classifier classifier = Classifier.standard();
    private final List<Evidence> cases = List.of(
            new Evidence.Http(
                    529,
                    Map.of("content-type", "application/json", "request-id", "req_1"),
                    "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"),
            new Evidence.Http(
                    429,
                    Map.of("retry-after", "20", "content-type", "application/json"),
                    "{\"error\":{\"message\":\"Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM):"
                            + " Limit 30000, Used 29000, Requested 4000. Please try again in 6s.\",\"type\":\"tokens\","
                            + "\"code\":\"rate_limit_exceeded\"}}"),
            new Evidence.Http(
                    400,
                    Map.of(),
                    "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 214513"
                            + " tokens > 200000 maximum\"}}"),
            new Evidence.Thrown("java.net.SocketException", "Connection reset"),
            new Evidence.Exited("npm ci", 1, "", "npm error code ECONNRESET\nnpm error network aborted\n"),
            new Evidence.Exited(
                    "pytest -q",
                    1,
                    "FAILED tests/test_cart.py::test_total - assert 25 == 30\n1 failed, 5 passed in 0.20s",
                    ""),
            new Evidence.Stream(
                    200,
                    Map.of(),
                    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"));

    private int next;

    @Benchmark
    public Verdict classify() {
        next = next + 1 == cases.size() ? 0 : next + 1;
        return classifier.classify(cases.get(next));
    }
}
