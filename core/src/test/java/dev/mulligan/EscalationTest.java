package dev.mulligan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Prices;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ScriptedOperation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EscalationTest {

    private static final Ladder LADDER =
            Ladder.of(List.of(model("small", 1, 100_000), model("middle", 2, 100_000), model("large", 3, 900_000)));

    private final Scene scene = new Scene();
    private final RetryPolicy policy =
            RetryPolicy.fixed(Duration.ofSeconds(1)).maxAttempts(6).escalateAfter(2);

    private static Model model(String id, int tier, int window) {
        return new Model(id, "test", tier, true, window, new Prices(1, 5, 0.1, 1.25), Set.of("tools"));
    }

    @Test
    void usesAStrongerModelAfterTheFailuresThePolicyNames() {
        ScriptedOperation<String> script = ScriptedOperation.failing(
                List.of(Failures.overloaded(), Failures.overloaded(), Failures.overloaded()), "done");

        scene.recovery(policy).escalating(LADDER, "small").run(script);

        assertThat(script.attempts())
                .extracting(attempt -> attempt.model().orElseThrow())
                .containsExactly("small", "small", "middle", "middle");
        RetryEvent.ModelEscalated escalated =
                scene.events(RetryEvent.ModelEscalated.class).getFirst();
        assertThat(escalated.fromModel()).isEqualTo("small");
        assertThat(escalated.toModel()).isEqualTo("middle");
        assertThat(escalated.reason()).isEqualTo(EscalationReason.AUTO_AFTER_RETRIES);
    }

    @Test
    void goesToALargerWindowWhenTheContextIsFull() {
        ScriptedOperation<String> script = ScriptedOperation.failing(List.of(Failures.contextLimit()), "done");

        scene.recovery(policy).escalating(LADDER, "small").run(script);

        assertThat(script.attempts().getLast().model()).contains("large");
        assertThat(scene.events(RetryEvent.ModelEscalated.class).getFirst().reason())
                .isEqualTo(EscalationReason.CONTEXT_LIMIT);
    }

    @Test
    void atTheTopItSaysSo() {
        Failure needsMore =
                Failure.of(FailureType.INVALID_REQUEST, false, "model cannot use tools", Action.ESCALATE_MODEL, "test");

        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy)
                        .escalating(LADDER, "large")
                        .run(ScriptedOperation.failing(List.of(needsMore), "never")));

        assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.TOP_OF_LADDER);
    }

    @Test
    void fallsBackWhenTheWaitIsTooLongAndNeverCallsItAnEscalation() {
        ScriptedOperation<String> script =
                ScriptedOperation.failing(List.of(Failures.rateLimit(Duration.ofHours(3))), "done");

        scene.recovery(policy).escalating(LADDER, "middle").run(script);

        assertThat(script.attempts().getLast().model()).contains("small");
        assertThat(script.attempts().getLast().remedy()).isEqualTo(new Remedy.FallbackModel("small"));
        assertThat(scene.events(RetryEvent.FallbackUsed.class)).hasSize(1);
        assertThat(scene.events(RetryEvent.ModelEscalated.class)).isEmpty();
    }

    @Test
    void anOuterRecoveryMayTryAgainWithAnotherModelWhatTheInnerGaveUp() {
        Recovery inner = scene.recovery(RetryPolicy.fixed(Duration.ofSeconds(1)).maxAttempts(3));
        Recovery outer = scene.recovery(policy.escalateAfter(1)).escalating(LADDER, "small");

        String result = outer.run(attempt -> inner.run(i -> {
            if (attempt.model().equals(Optional.of("small"))) {
                throw new FailureException(Failures.overloaded());
            }
            return "done by " + attempt.model().orElseThrow();
        }));

        assertThat(result).isEqualTo("done by middle");
    }
}
