package dev.mulligan.gateway;

import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A gateway in front of a scripted upstream. Waits of the kernel take no real time. */
final class Rig implements AutoCloseable {

    static final String MESSAGES = "/v1/messages";
    static final String ASK =
            "{\"model\":\"claude-sonnet-5-5\",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    static final String ASK_STREAM =
            "{\"model\":\"claude-sonnet-5-5\",\"max_tokens\":100,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    static final RetryPolicy FOUR =
            RetryPolicy.exponential(Duration.ofSeconds(1)).maxAttempts(4).named("four");

    final ManualTime time = new ManualTime();
    final ScriptedUpstream upstream;
    final Gateway gateway;
    final List<GatewayFact> facts = new CopyOnWriteArrayList<>();

    Rig() throws IOException {
        this(options -> options);
    }

    Rig(UnaryOperator<GatewayOptions> more) throws IOException {
        upstream = new ScriptedUpstream();
        gateway = Gateway.start(more.apply(GatewayOptions.standard()
                .listeningOn("127.0.0.1", 0)
                .upstream("anthropic", upstream.uri())
                .upstream("openai", upstream.uri())
                .upstream("gemini", upstream.uri())
                .policy(FOUR)
                .time(time)
                .listener(facts::add)));
    }

    Rig then(ScriptedUpstream.Step... steps) {
        upstream.then(steps);
        return this;
    }

    RawClient client() throws IOException {
        return new RawClient(gateway.port());
    }

    RawClient.Got post(String path, String body, String... headers) throws IOException {
        return RawClient.post(gateway.port(), path, body, headers);
    }

    RawClient.Got ask(String... headers) throws IOException {
        return post(MESSAGES, ASK, headers);
    }

    RawClient.Got askStream(String... headers) throws IOException {
        return post(MESSAGES, ASK_STREAM, headers);
    }

    /** The last finished request; it is told just after the client has its answer. */
    GatewayFact.RequestFinished finished() throws InterruptedException {
        for (int i = 0; i < 400; i++) {
            for (GatewayFact fact : facts.reversed()) {
                if (fact instanceof GatewayFact.RequestFinished end) {
                    return end;
                }
            }
            Thread.sleep(5);
        }
        throw new AssertionError("no request has finished: " + facts);
    }

    /** Lets time pass until the upstream has been called so often. */
    void passTimeUntilCalls(int calls) throws InterruptedException {
        for (int i = 0; i < 500 && upstream.calls() < calls; i++) {
            time.advance(Duration.ofSeconds(5));
            Thread.sleep(20);
        }
    }

    @Override
    public void close() throws IOException {
        upstream.close();
        gateway.close();
    }
}
