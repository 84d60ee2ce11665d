package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.GatewayOptions.Budgets;
import dev.mulligan.gateway.options.GatewayOptions.OnBudget;
import dev.mulligan.gateway.session.SessionView;
import dev.mulligan.policy.RetryPolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class SessionTest {

    private static final Ladder LADDER = Models.standard().ladderOf("anthropic");

    @Test
    void sessionIsNamedByTheClientOrByTheConversation() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            for (String header : List.of("x-claude-code-session-id", "session-id", "x-session-id")) {
                assertThat(rig.ask(header + ": s-" + header).header("x-mulligan-session"))
                        .isEqualTo("s-" + header);
            }
            String first = rig.ask().header("x-mulligan-session");
            String grown = rig.post(
                            Rig.MESSAGES, Rig.ASK.replace("}]}", "},{\"role\":\"assistant\",\"content\":\"Hello\"}]}"))
                    .header("x-mulligan-session");
            assertThat(grown).isEqualTo(first);
            assertThat(rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Else")).header("x-mulligan-session"))
                    .isNotEqualTo(first);
        }
    }

    @Test
    void escalatedSessionUsesTheNewModelAndNothingElseChanges() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.ask("session-id: s1");
            rig.gateway.sessions().escalate("s1", "claude-opus-5-5");
            RawClient.Got got = rig.ask("session-id: s1");
            assertThat(rig.upstream.seen().get(1).text())
                    .isEqualTo(Rig.ASK.replace("claude-sonnet-5-5", "claude-opus-5-5"));
            assertThat(got.header("x-mulligan-model")).isEqualTo("claude-opus-5-5");
            rig.ask("session-id: s2");
            assertThat(rig.upstream.seen().get(2).text()).isEqualTo(Rig.ASK);
            SessionView view = rig.gateway.sessions().get("s1").orElseThrow();
            assertThat(view.escalatedTo()).contains("claude-opus-5-5");
            assertThat(rig.gateway
                            .sessions()
                            .estimate("s1", "claude-opus-5-5")
                            .orElseThrow()
                            .difference())
                    .isGreaterThan(Money.ZERO);
            assertThatThrownBy(() -> rig.gateway.sessions().escalate("nobody", "m"))
                    .hasMessageContaining("nobody");
        }
    }

    @Test
    void geminiModelIsReplacedInThePath() throws Exception {
        String good = "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]}}]}";
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(good));
            rig.post("/v1beta/models/gemini-2.5-flash:generateContent?k=1", "{}", "session-id: g");
            rig.gateway.sessions().escalate("g", "gemini-2.5-pro");
            rig.post("/v1beta/models/gemini-2.5-flash:generateContent?k=1", "{}", "session-id: g");
            assertThat(rig.upstream.seen().get(1).line())
                    .isEqualTo("POST /v1beta/models/gemini-2.5-pro:generateContent?k=1 HTTP/1.1");
        }
    }

    @Test
    void policyEscalatesAfterFailuresWhenThereIsALadder() throws Exception {
        try (Rig rig = new Rig(o -> o.escalating(LADDER).policy(Rig.FOUR.escalateAfter(2)))) {
            rig.then(Replies.overloaded(), Replies.overloaded(), Replies.json(Replies.GOOD_JSON));
            RawClient.Got got = rig.ask("session-id: s1");
            assertThat(got.header("x-mulligan-model")).isEqualTo("claude-opus-5-5");
            assertThat(rig.upstream.seen().get(2).text()).contains("claude-opus-5-5");
            assertThat(rig.finished().requestedModel()).isEqualTo("claude-sonnet-5-5");
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Next"), "session-id: s1")
                            .header("x-mulligan-model"))
                    .as("it stays where it climbed to")
                    .isEqualTo("claude-opus-5-5");
            assertThat(rig.ask("session-id: s2").header("x-mulligan-model")).isEqualTo("claude-sonnet-5-5");
        }
    }

    @Test
    void unavailableModelFallsBackOnlyWithALadder() throws Exception {
        String gone =
                "{\"type\":\"error\",\"error\":{\"type\":\"not_found_error\",\"message\":\"model: claude-sonnet-5-5\"}}";
        try (Rig rig = new Rig(o -> o.escalating(LADDER))) {
            rig.then(Replies.status(404, gone), Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().header("x-mulligan-model")).isEqualTo("claude-haiku-5-5");
        }
        try (Rig rig = new Rig()) {
            rig.then(Replies.status(404, gone));
            assertThat(rig.ask().body()).isEqualTo(gone);
        }
    }

    @Test
    void projectComesFromHeaderOrPathAndHasItsPolicy() throws Exception {
        try (Rig rig = new Rig(o -> o.projectPolicy("careful", RetryPolicy.never()))) {
            rig.upstream.always(Replies.overloaded());
            rig.ask("x-mulligan-project: careful");
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.upstream.seen().getFirst().head()).doesNotContain("x-mulligan-project");
            rig.post("/p/careful/v1/messages?beta=true", Rig.ASK.replace("Hi", "Two"));
            assertThat(rig.upstream.calls()).isEqualTo(2);
            assertThat(rig.upstream.seen().get(1).line()).isEqualTo("POST /v1/messages?beta=true HTTP/1.1");
            assertThat(rig.finished().project()).isEqualTo("careful");
        }
    }

    @Test
    void aProviderThatCancelledTheRequestIsPassedOn() throws Exception {
        String cancelled = "{\"error\":{\"message\":\"context canceled\",\"type\":\"api_error\"}}";
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.status(500, cancelled));
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(500);
            assertThat(got.body()).isEqualTo(cancelled);
            assertThat(rig.finished().failure().orElseThrow().type()).isEqualTo(FailureType.CANCELLED);
        }
    }

    @Test
    void aProjectInTheAddressIsPercentDecodedOnce() throws Exception {
        try (Rig rig = new Rig(o -> o.projectPolicy("my shop", RetryPolicy.never()))) {
            rig.upstream.always(Replies.overloaded());
            rig.post("/p/my%20shop/v1/messages", Rig.ASK);
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.finished().project()).isEqualTo("my shop");
            rig.facts.clear();
            rig.post("/p/a+b%2520/v1/messages", Rig.ASK.replace("Hi", "Two"));
            assertThat(rig.finished().project()).isEqualTo("a+b%20");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/p/100%/v1/messages",
                "/p/my%2/v1/messages",
                "/p/%ff/v1/messages",
                "/mulligan-run/%zz/s/1/v1/messages"
            })
    void aNameThatIsNotPercentEncodedIsRefusedWithASentence(String path) throws Exception {
        try (Rig rig = new Rig()) {
            RawClient.Got got = rig.post(path, Rig.ASK);
            assertThat(got.status()).isEqualTo(400);
            assertThat(got.body()).contains("in the address is not percent-encoded correctly", "%25");
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void projectComesFromTheKeyWhenNothingElseNamesIt() throws Exception {
        try (Rig rig =
                new Rig(o -> o.projectOfKey("sk-careful", "careful").projectPolicy("careful", RetryPolicy.never()))) {
            rig.upstream.always(Replies.overloaded());
            rig.ask("authorization: Bearer sk-careful");
            assertThat(rig.finished().project()).isEqualTo("careful");
            rig.facts.clear();
            rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Two"), "x-api-key: sk-careful");
            assertThat(rig.finished().project()).isEqualTo("careful");
            assertThat(rig.upstream.calls()).isEqualTo(2);
            rig.facts.clear();
            rig.post("/p/other/v1/messages", Rig.ASK.replace("Hi", "Three"), "x-api-key: sk-careful");
            assertThat(rig.finished().project()).isEqualTo("other");
            rig.facts.clear();
            rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Four"), "x-api-key: sk-else");
            assertThat(rig.finished().project()).isEqualTo("default");
        }
    }

    @Test
    void dearerModelIsConfirmedWithWhatItCosts() throws Exception {
        List<String> questions = new CopyOnWriteArrayList<>();
        for (boolean yes : List.of(true, false)) {
            try (Rig rig = new Rig(o -> o.escalating(LADDER)
                    .policy(Rig.FOUR.escalateAfter(2))
                    .budgets(GatewayOptions.Budgets.NONE.confirming(new Confirm.Above(Money.dollars(0.001))))
                    .asking(question -> questions.add(question) && yes))) {
                rig.then(Replies.json(Replies.GOOD_JSON));
                rig.ask("x-session-id: s");
                assertThat(rig.finished().cost().micros()).isPositive();
                rig.then(Replies.overloaded(), Replies.overloaded(), Replies.json(Replies.GOOD_JSON));
                RawClient.Got got = rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "More"), "x-session-id: s");
                assertThat(got.status()).isEqualTo(yes ? 200 : 529);
                assertThat(got.header("x-mulligan-model")).isEqualTo(yes ? "claude-opus-5-5" : "claude-sonnet-5-5");
                assertThat(rig.upstream.calls()).isEqualTo(yes ? 4 : 3);
            }
        }
        assertThat(questions)
                .hasSize(2)
                .allSatisfy(question -> assertThat(question).contains("claude-sonnet-5-5", "claude-opus-5-5", "$"));
    }

    @Test
    void costIsCountedAndABudgetStopsTheSession() throws Exception {
        Budgets budgets = new Budgets(Optional.empty(), Optional.of(Money.dollars(0.005)), OnBudget.STOP);
        try (Rig rig = new Rig(o -> o.budgets(budgets))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask("session-id: s").status()).isEqualTo(200);
            // 1000 tokens in at $2, 500 out at $10 a million.
            assertThat(rig.finished().cost()).isEqualTo(Money.dollars(0.007));
            RawClient.Got got = rig.ask("session-id: s");
            assertThat(got.status()).isEqualTo(403);
            assertThat(got.body())
                    .contains("the budget of session s is used up: money: $0.0070 spent, the limit is $0.0050."
                            + " Raise --budget-session, or start another session.");
            GatewayFact.RequestFinished end = rig.finished();
            for (int i = 0; i < 400 && end.failure().isEmpty(); i++) {
                Thread.sleep(5);
                end = rig.finished();
            }
            assertThat(end.finished().stoppedBy()).contains("gateway.refused");
            assertThat(got.header("x-should-retry")).isEqualTo("false");
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.ask("session-id: other").status()).isEqualTo(200);
        }
    }

    @Test
    void budgetAsksAndAYesLetsTheRequestPass() throws Exception {
        Budgets budgets = new Budgets(Optional.of(Money.dollars(0.001)), Optional.empty(), OnBudget.ASK);
        try (Rig rig = new Rig(o -> o.budgets(budgets).asking(question -> question.contains("project default")))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().status()).isEqualTo(200);
            assertThat(rig.finished().cost().micros()).isPositive();
            assertThat(rig.ask().status()).isEqualTo(200);
            assertThat(rig.facts).anyMatch(GatewayFact.BudgetExceeded.class::isInstance);
        }
    }

    @Test
    void emptyRateWindowHoldsTheNextRequestBack() throws Exception {
        try (Rig rig = new Rig()) {
            rig.then(Replies.status(
                    200,
                    Replies.GOOD_JSON,
                    "anthropic-ratelimit-requests-remaining: 0",
                    "anthropic-ratelimit-requests-reset: 2026-01-01T00:00:20Z"));
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.ask();
            assertThat(rig.time.sleeps()).isEmpty();
            rig.ask();
            assertThat(rig.time.sleeps()).hasSize(1);
            assertThat(rig.time.sleeps().getFirst()).hasSeconds(20);
        }
    }
}
