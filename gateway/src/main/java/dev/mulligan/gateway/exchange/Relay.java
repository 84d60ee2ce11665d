package dev.mulligan.gateway.exchange;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.upstream.CallOwner;
import dev.mulligan.gateway.upstream.UpstreamResponse;
import dev.mulligan.gateway.wire.ClientReply;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** Passes the answer of one attempt on to the client, and its end to whoever decides. */
final class Relay implements CallOwner {

    private final Exchange exchange;
    private final ClientSide client;
    private final AttemptEnd end;

    Relay(Exchange exchange, AttemptEnd end) {
        this.exchange = exchange;
        this.client = exchange.client();
        this.end = end;
    }

    @Override
    public void opened(UpstreamResponse head) {
        exchange.answered(head, true);
        client.open(head, exchange.responseHeaders());
        end.good();
    }

    @Override
    public void chunk(Buffer bytes) {
        client.write(bytes);
        if (client.isSlow()) {
            exchange.holdUp();
        }
    }

    @Override
    public void closed(Optional<Failure> failure, boolean told, Usage used) {
        exchange.used(used);
        if (failure.isPresent()) {
            // Before the client hears of it: it may ask again at once, and another event loop may read that first.
            exchange.brokeOff();
        }
        if (failure.isEmpty() || told) {
            client.end();
        } else if (!exchange.clientRequest().generates()
                || !exchange.clientRequest().streams()) {
            client.abort();
        } else if (exchange.clientRequest().client().retriesOnlyAfterBreak()) {
            client.abort();
        } else {
            client.endBadly(failure.get().type(), "mulligan: " + failure.get().message());
        }
        exchange.finish(failure);
    }

    @Override
    public void whole(UpstreamResponse answer, Usage used) {
        exchange.used(used);
        exchange.answered(answer, false);
        if (client.headSent()) {
            // We had opened a stream to keep the client waiting, and it got an answer that is none.
            client.endBadly(FailureType.SERVER_ERROR, "mulligan: the provider did not stream its answer");
        } else {
            client.send(
                    new ClientReply(answer.status(), answer.reason(), answer.headers(), answer.body()),
                    exchange.responseHeaders());
        }
        end.good();
        exchange.finish(Optional.empty());
    }

    @Override
    public void failed(Failure failure, Optional<UpstreamResponse> answer, Usage used) {
        exchange.attemptFailed(failure, answer, used);
        end.bad(failure);
    }
}
