package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EscalateCommandTest {

    @TempDir
    Path folder;

    @Test
    void aServerThatRefusesIsNoWrongUsage() throws Exception {
        try (ServeProcess serve =
                ServeProcess.start(folder, "--store", folder.resolve("store.db").toString())) {
            Cli refused = Cli.run("escalate", "nobody", "--yes", "--server", serve.url());
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err()).contains("there is no session 'nobody'").doesNotContain("--help");
        }
    }
}
