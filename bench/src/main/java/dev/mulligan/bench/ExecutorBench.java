package dev.mulligan.bench;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.mulligan.Recovery;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.backoff.FixedBackOff;

/** What recovery costs when nothing fails, and when the operation fails twice and then works. No delay anywhere. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class ExecutorBench {

    /** Made once and without a stack trace: the price of exceptions is not what is measured. */
    private static final class Reset extends IOException {
        private static final long serialVersionUID = 1;

        Reset() {
            super("Connection reset");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final Reset RESET = new Reset();
    private static final int TRIES = 4;

    private final Recovery mulligan =
            Recovery.of(dev.mulligan.policy.RetryPolicy.fixed(Duration.ZERO).maxAttempts(TRIES));
    private final FailsafeExecutor<Object> failsafe = Failsafe.with(RetryPolicy.builder()
            .withMaxAttempts(TRIES)
            .handle(IOException.class)
            .build());
    private final Retry resilience4j = Retry.of(
            "bench",
            RetryConfig.custom()
                    .maxAttempts(TRIES)
                    .waitDuration(Duration.ZERO)
                    .retryExceptions(IOException.class)
                    .build());
    private final RetryTemplate spring = new RetryTemplate(org.springframework.core.retry.RetryPolicy.builder()
            .backOff(new FixedBackOff(0, TRIES - 1))
            .includes(IOException.class)
            .build());

    private int call;

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private Object works() {
        return this;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private Object worksTheThirdTime() throws IOException {
        if (++call % 3 != 0) {
            throw RESET;
        }
        return this;
    }

    @Benchmark
    public Object successHandLoop() throws IOException {
        for (int i = 1; ; i++) {
            try {
                return works();
            } catch (RuntimeException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    @Benchmark
    public Object successMulligan() {
        return mulligan.run(attempt -> works());
    }

    @Benchmark
    public Object successFailsafe() {
        return failsafe.get(() -> works());
    }

    @Benchmark
    public Object successResilience4j() {
        return resilience4j.executeSupplier(this::works);
    }

    @Benchmark
    public Object successSpring() throws Exception {
        return spring.execute(this::works);
    }

    @Benchmark
    public Object failsTwiceHandLoop() throws IOException {
        for (int i = 1; ; i++) {
            try {
                return worksTheThirdTime();
            } catch (IOException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    @Benchmark
    public Object failsTwiceMulligan() {
        return mulligan.run(attempt -> worksTheThirdTime());
    }

    @Benchmark
    public Object failsTwiceFailsafe() {
        return failsafe.get(this::worksTheThirdTime);
    }

    @Benchmark
    public Object failsTwiceResilience4j() throws Exception {
        return resilience4j.executeCallable(this::worksTheThirdTime);
    }

    @Benchmark
    public Object failsTwiceSpring() throws Exception {
        return spring.execute(this::worksTheThirdTime);
    }
}
