package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Coverage-guided fuzzing of everything that reads a raw answer. In the normal suite the seeds run once; {@code
 * JAZZER_FUZZ=1 ./test -pl workspace -am -Dtest=AnswerParserJazzerTest -Dsurefire.failIfNoSpecifiedTests=false} searches.
 */
class AnswerParserJazzerTest {

    @FuzzTest(maxDuration = "60s")
    void anyAnswer(byte[] data) throws IOException {
        String answer = new String(data, StandardCharsets.UTF_8);
        MemoryTree tree = new MemoryTree().with("a.txt", "one\ntwo\nthree\n").with("d/b.txt", "alpha\n");

        PatchOutcome outcome = new Patcher(tree, PatchLimits.DEFAULT, List.of()).apply(answer);

        assertThat(outcome).isNotNull();
    }
}
