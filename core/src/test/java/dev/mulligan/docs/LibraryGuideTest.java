package dev.mulligan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.CircuitBreakerRetryExecutor;
import dev.mulligan.Failures;
import dev.mulligan.Outcome;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Models;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Bulkhead;
import dev.mulligan.guard.CircuitBreaker;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.guard.ServerPause;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import dev.mulligan.test.ScriptedOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of docs/library.md: what the manual shows is what runs here. */
class LibraryGuideTest {

    interface Client {
        String ask(String prompt) throws IOException;
    }

    private final Client model = prompt -> "answer to " + prompt;

    @Test
    void results() {
        var answers = new ArrayList<>(List.of("", "blue"));
        Client model = prompt -> answers.removeFirst();
        var executor = new RetryExecutor(RetryExecutor.Setup.standard().time(new ManualTime()));
        // tag::result[]
        var recovery = Recovery.of(PolicyTemplates.get("default"))
                .on(executor)
                .retryIfResult(result -> result instanceof String text && text.isBlank());
        String reply = recovery.run(attempt -> model.ask("Why is the sky blue?"));
        // end::result[]
        assertThat(reply).isEqualTo("blue");
    }

    @Test
    void firstSteps() {
        // tag::first[]
        var recovery =
                Recovery.of(RetryPolicy.exponential(Duration.ofSeconds(1)).maxAttempts(4));
        String reply = recovery.run(attempt -> model.ask("Why is the sky blue?"));
        // end::first[]
        assertThat(reply).contains("sky");
    }

    @Test
    void tellTheModelWhatWentWrong() {
        // tag::context[]
        var recovery = Recovery.of(PolicyTemplates.get("default")).addingContext();
        String code = recovery.run(attempt -> {
            String prompt = attempt.lastFailure()
                    .map(failure -> "The last try failed: " + failure.message() + "\nDo not repeat it.\n")
                    .orElse("");
            return compile(model.ask(prompt + "Write the function."));
        });
        // end::context[]
        assertThat(code).contains("function");
    }

    private static String compile(String code) {
        return code;
    }

    @Test
    void sayWhatFailed() {
        ManualTime time = new ManualTime();
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().time(time).guardedOnlyBy());
        // tag::failure[]
        Outcome<String> outcome = Recovery.of(
                        RetryPolicy.fixed(Duration.ofSeconds(1)).maxAttempts(2))
                .on(executor)
                .attempt(attempt -> {
                    throw new FailureException(
                            Failure.of(FailureType.RATE_LIMIT, true, "slow down", Action.RETRY_AFTER_DELAY, "my-client")
                                    .withRetryAfter(Duration.ofSeconds(3)));
                });
        // end::failure[]
        assertThat(outcome).isInstanceOf(Outcome.GaveUp.class);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void protectWhatIsShared() {
        // tag::guards[]
        Time time = Time.system();
        var breaker = new CircuitBreaker("api.example.com/large", CircuitBreaker.Settings.STANDARD, time, event -> {});
        var executor = new CircuitBreakerRetryExecutor(
                RetryExecutor.Setup.standard()
                        .guardedOnlyBy(
                                new ServerPause("api.example.com", time), new RetryBudget(time), new Bulkhead(64))
                        .listener(event -> System.err.println(event.type())),
                breaker);
        var recovery =
                Recovery.of(PolicyTemplates.get("provider-api")).on(executor).named("ask");
        // end::guards[]
        assertThat(recovery.<String>run(attempt -> model.ask("x"))).contains("x");
        assertThat(executor.circuitState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void climbTheLadder() {
        // tag::ladder[]
        var ladder = Models.standard().ladderFor("claude-haiku-4-5");
        var recovery =
                Recovery.of(PolicyTemplates.get("default").escalateAfter(2)).escalating(ladder, "claude-haiku-4-5");
        String reply =
                recovery.run(attempt -> model.ask("with " + attempt.model().orElseThrow()));
        // end::ladder[]
        assertThat(reply).contains("claude-haiku-4-5");
    }

    @Test
    void commitPoint() {
        List<String> shown = new ArrayList<>();
        // tag::commit[]
        CommittingOperation<String> streaming = (attempt, commitPoint) -> {
            String first = model.ask("stream");
            commitPoint.reach(); // from here on the caller has seen output
            shown.add(first);
            return first;
        };
        Recovery.of(PolicyTemplates.get("patient")).run(streaming);
        // end::commit[]
        assertThat(shown).hasSize(1);
    }

    @Test
    void resume() {
        RetryExecutor executor = new RetryExecutor(
                RetryExecutor.Setup.standard().time(new ManualTime()).guardedOnlyBy());
        RetryPolicy policy = RetryPolicy.fixed(Duration.ofSeconds(1)).maxAttempts(3);
        Episode recorded = Episode.EMPTY;
        try {
            Recovery.of(policy.maxAttempts(2))
                    .on(executor)
                    .run(ScriptedOperation.failing(List.of(Failures.overloaded(), Failures.overloaded()), "x"));
        } catch (GaveUpException e) {
            recorded = e.episode();
        }
        // tag::resume[]
        String result =
                Recovery.of(policy).on(executor).resuming(recorded).run(attempt -> "attempt " + attempt.number());
        // end::resume[]
        assertThat(result).isEqualTo("attempt 3");
    }

    @Test
    void testYourOwnRecovery() {
        // tag::testing[]
        var time = new ManualTime();
        var events = new ArrayList<Object>();
        var executor = new RetryExecutor(
                RetryExecutor.Setup.standard().time(time).random(() -> 0.5).listener(events::add));
        var overloaded = Failure.of(FailureType.OVERLOADED, true, "Overloaded", Action.RETRY, "test");
        var script = ScriptedOperation.failing(List.of(overloaded, overloaded), "done");

        String result = Recovery.of(PolicyTemplates.get("default")).on(executor).run(script);

        assertThat(result).isEqualTo("done");
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(events).last().isInstanceOf(RetryEvent.RetrySucceeded.class);
        // end::testing[]
    }

    @Test
    void howItEnded() {
        ManualTime time = new ManualTime();
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().time(time));
        Recovery recovery = Recovery.of(PolicyTemplates.get("default")).on(executor);
        // tag::outcome[]
        switch (recovery.attempt(attempt -> model.ask("x"))) {
            case Outcome.Success<String>(String value) -> assertThat(value).isNotEmpty();
            case Outcome.GaveUp<String> gaveUp ->
                assertThat(gaveUp.reason()).isNotEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
        }
        // end::outcome[]
    }
}
