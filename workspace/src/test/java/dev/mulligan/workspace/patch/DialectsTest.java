package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.dialect.DialectSample;
import dev.mulligan.workspace.patch.dialect.EditDialects;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of dialects: every sample does what it says, alone and twice. */
class DialectsTest {

    static Stream<DialectSample> samples() {
        return EditDialects.ALL.stream().flatMap(dialect -> dialect.samples().stream());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySampleApplies(DialectSample sample) throws IOException {
        MemoryTree tree = new MemoryTree().with(DialectSample.PATH, DialectSample.BEFORE);
        for (String answer : List.of(sample.answer(), sample.answer().replace("\n", "\r\n"))) {
            PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
            assertThat(outcome)
                    .as(() -> answer + (outcome instanceof PatchOutcome.Refused refused ? refused.text() : ""))
                    .isInstanceOf(PatchOutcome.Applied.class);
            assertThat(tree.after(outcome)).containsEntry(DialectSample.PATH, sample.after());
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSecondTimeThereIsNothingToDo(DialectSample sample) throws IOException {
        MemoryTree tree = new MemoryTree().with(DialectSample.PATH, sample.after());
        PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(sample.answer());
        assertThat(outcome)
                .as(() -> sample.answer() + (outcome instanceof PatchOutcome.Refused refused ? refused.text() : ""))
                .isInstanceOf(PatchOutcome.AlreadyApplied.class);
    }

    /** A part of an answer that is understood must not hide one that is not. */
    @Test
    void everyDialectBesideEveryOtherIsAppliedInFull() throws IOException {
        String second = "src/other.py";
        for (DialectSample first : samples().toList()) {
            for (DialectSample other : samples().toList()) {
                MemoryTree tree = new MemoryTree()
                        .with(DialectSample.PATH, DialectSample.BEFORE)
                        .with(second, DialectSample.BEFORE);
                String answer = "First this:\n\n" + first.answer() + "\nThen this:\n\n"
                        + other.answer().replace("greet.py", "other.py") + "\nThat is all.\n";
                PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);
                assertThat(outcome)
                        .as(() -> answer + (outcome instanceof PatchOutcome.Refused refused ? refused.text() : ""))
                        .isInstanceOf(PatchOutcome.Applied.class);
                assertThat(tree.after(outcome))
                        .as(answer)
                        .containsEntry(DialectSample.PATH, first.after())
                        .containsEntry(second, other.after());
            }
        }
    }
}
