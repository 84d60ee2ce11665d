package dev.mulligan.gateway;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** Passes the answer of one attempt on to the client, and its end to whoever decides. */
final class Relay implements CallOwner {

    private final Exchange exchange;
    private final ClientSide client;
    private final CallEnd end;

    Relay(Exchange exchange, CallEnd end) {
        this.exchange = exchange;
        this.client = exchange.client();
        this.end = end;
    }

    @Override
    public void opened(Answer head) {
        exchange.answered(head, true);
        client.open(head, exchange.marks());
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
        if (failure.isEmpty() || told) {
            client.end();
        } else if (exchange.asked().wire() == Wire.OTHER || !exchange.asked().streams()) {
            client.abort();
        } else {
            client.endBadly(failure.get().type(), "mulligan: " + failure.get().message());
        }
        exchange.finish(failure);
    }

    @Override
    public void whole(Answer answer, Usage used) {
        exchange.used(used);
        exchange.answered(answer, false);
        if (client.headSent()) {
            // We had opened a stream to keep the client waiting, and it got an answer that is none.
            client.endBadly(FailureType.SERVER_ERROR, "mulligan: the provider did not stream its answer");
        } else {
            client.send(new Reply(answer.status(), answer.reason(), answer.headers(), answer.body()), exchange.marks());
        }
        end.good();
        exchange.finish(Optional.empty());
    }

    @Override
    public void failed(Failure failure, Optional<Answer> answer, Usage used) {
        exchange.attemptFailed(answer, used);
        end.bad(failure);
    }
}
