package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job in CI is told of a result. */
class CiCommandTest {

    @TempDir
    Path folder;

    private Cli ci(String result) throws Exception {
        Path file = Files.writeString(folder.resolve("result.json"), result);
        return Cli.run(
                "ci", file.toString(), "--summary", folder.resolve("summary.md").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"success\": \"yes\"}", "{\"success\": false, \"steps\": [1]}", "nothing"})
    void whatIsNoResultIsRefused(String text) throws Exception {
        Cli seen = ci(text);
        assertThat(seen.exit()).isEqualTo(2);
        assertThat(seen.err()).contains("is not the result of exec --json or run --json");
        assertThat(folder.resolve("summary.md")).doesNotExist();
    }

    @Test
    void aCommandThatWasNeverRunHasFailedAllTheSame() throws Exception {
        Cli seen = ci("{\"success\": false, \"attempts\": 0, \"final_error\": \"held: three failures of one cause\"}");
        assertThat(seen.exit()).isZero();
        assertThat(seen.out()).contains("::error title=real%3A the command::held: three failures of one cause");
        assertThat(folder.resolve("summary.md"))
                .content()
                .contains("failed after 0 attempts")
                .contains("held: three failures of one cause")
                .doesNotContain("Nothing failed");
    }

    @Test
    void oneAttemptIsOneAttempt() throws Exception {
        ci("{\"success\": true, \"attempts\": 1}");
        assertThat(folder.resolve("summary.md"))
                .content()
                .contains("passed after 1 attempt\n")
                .contains("Nothing failed");
    }
}
