package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.escalate.Models;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gateway tells the events that are stored, with everything they say being true. */
@Timeout(60)
class StoredEventsTest {

    @Test
    void requestOfARunStandsInThatRun() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.ask("x-mulligan-run: run-1", "x-mulligan-step: build", "x-mulligan-attempt: 2");
            assertPlace(rig.finished().finished(), "run-1", "build", 2);
            assertThat(rig.upstream.seen().getFirst().head()).doesNotContain("mulligan");

            rig.facts.clear();
            rig.post("/mulligan-run/run-2/step%20a/3/p/web/v1/messages?beta=true", Rig.ASK);
            assertPlace(rig.finished().finished(), "run-2", "step a", 3);
            assertThat(rig.finished().project()).isEqualTo("web");
            assertThat(rig.upstream.seen().get(1).line()).isEqualTo("POST /v1/messages?beta=true HTTP/1.1");

            rig.facts.clear();
            rig.ask();
            assertThat(rig.finished().finished().run()).isEmpty();
        }
    }

    private static void assertPlace(ProviderRequestFinished finished, String run, String step, long attempt) {
        assertThat(finished.run()).contains(run);
        assertThat(finished.step()).contains(step);
        assertThat(finished.attempt()).contains(attempt);
    }

    @Test
    void streamFirstByteWasteAndRecoveryAreTrue() throws Exception {
        try (Rig rig =
                new Rig().then(Replies.stream(Replies.START, Replies.ERROR), Replies.stream(Replies.GOOD_STREAM))) {
            rig.askStream("session-id: s");
            ProviderRequestFinished end = rig.finished().finished();
            assertThat(end.success()).isTrue();
            assertThat(end.stream()).isTrue();
            assertThat(end.retries()).isEqualTo(1);
            assertThat(end.firstByteMs()).isPresent();
            assertThat(end.recoveryMs()).isPresent();
            assertThat(end.requestedModel()).contains("claude-sonnet-5-5");
            assertThat(end.upstream()).contains("anthropic");
            // The first try had read a thousand tokens when it failed.
            long wasted = Models.standard()
                    .find("claude-sonnet-5-5")
                    .orElseThrow()
                    .prices()
                    .of(new dev.mulligan.escalate.Usage(1000, 1, 0, 0))
                    .micros();
            assertThat(end.wastedMicros()).isEqualTo(wasted).isLessThan(end.costMicros());
            assertThat(rig.facts)
                    .filteredOn(GatewayFact.RequestStarted.class::isInstance)
                    .singleElement()
                    .satisfies(fact -> assertThat(
                                    ((ProviderRequestStarted) fact.event().orElseThrow()).stream())
                            .isTrue());
        }
    }
}
