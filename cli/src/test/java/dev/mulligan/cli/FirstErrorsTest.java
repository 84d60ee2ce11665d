package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user gets wrong is named as such, with the line that helps. */
class FirstErrorsTest {

    @TempDir
    Path folder;

    @Test
    void planCheckTellsEveryMistakeAtOnce() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                name: demo
                agnet: claude
                agents:
                  fix: {kind: robot}
                  ok: {command: [sh]}
                steps:
                  - id: a
                    prompt: x
                    agent: fix
                    levl: L1
                  - id: b
                    needs: [zz, a]
                    level: L9
                  - id: c d
                    prompt: y
                    agent: nobody
                """);

        Cli checked = Cli.run("plan", "check", plan.toString());

        assertThat(checked.exit()).isEqualTo(2);
        assertThat(checked.err().lines().map(line -> line.replaceAll("^.*plan.yaml:(\\d+):\\d+: ", "$1 ")))
                .as(checked.err())
                .satisfiesExactly(
                        line -> assertThat(line).contains("has 8 mistakes"),
                        line -> assertThat(line).startsWith("2 agnet is not known here"),
                        line -> assertThat(line).startsWith("4 kind of agent fix is one of"),
                        line -> assertThat(line).startsWith("10 levl is not known here; did you mean level?"),
                        line -> assertThat(line).isEqualTo("11 prompt is missing"),
                        line -> assertThat(line).startsWith("11 step b needs zz, which is not a step"),
                        line -> assertThat(line).startsWith("13 level is L1, L2, L3 or auto"),
                        line -> assertThat(line).startsWith("14 id c d may have letters"),
                        line -> assertThat(line).startsWith("16 agent nobody is not one of"),
                        line -> assertThat(line).contains("nothing was changed"));
    }

    @Test
    void execNamesAMissingAgentBeforeItRunsAnything() throws Exception {
        Path ran = folder.resolve("ran");
        Cli exec = Cli.run(
                "exec",
                "--workspace",
                folder.toString(),
                "--agent",
                "nosuchagent --now",
                "--",
                "touch",
                ran.toString());
        assertThat(exec.exit()).isEqualTo(2);
        assertThat(exec.err()).contains("nosuchagent is not installed, or not on the PATH");
        assertThat(ran).doesNotExist();
        assertThat(folder.resolve(".mulligan")).doesNotExist();
    }

    @Test
    void aMissingAgentOrKeyIsCalledThatBeforeAnythingStarts() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                name: demo
                agents:
                  own: {command: [./not-there.sh]}
                  elsewhere: {command: [not-here-either]}
                steps:
                  - {id: a, prompt: x, agent: own, verify: 'true'}
                  - {id: b, prompt: x, agent: elsewhere, labels: [gpu], verify: 'true'}
                """);

        Cli checked = Cli.run("plan", "check", plan.toString());
        Cli ran = Cli.run(
                "run", plan.toString(), "--home", folder.resolve(".mulligan").toString());

        String missing = "agent own: there is no file " + folder.resolve("not-there.sh");
        assertThat(checked.exit()).isEqualTo(2);
        assertThat(checked.out()).contains("missing: " + missing).doesNotContain("not-here-either");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains(missing).contains("Nothing was started.");
        assertThat(folder.resolve(".mulligan")).doesNotExist();
    }

    @Test
    void aPortInUseAndAPlaceThatCannotBeWrittenAreSentences() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli demo = Cli.run("demo", "--port", String.valueOf(taken.getLocalPort()));
            assertThat(demo.exit()).isEqualTo(2);
            assertThat(demo.err())
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .contains("--port N");
        }
        Path file = Files.createFile(folder.resolve("file"));
        Cli serve = Cli.run("serve", "--port", "0", "--store", file + "/sub/store.db");
        assertThat(serve.exit()).isEqualTo(2);
        assertThat(serve.err())
                .startsWith("mulligan: no store can be kept at " + file)
                .contains("--store none")
                .doesNotContain("Exception");
    }

    @Test
    void whatShipsIsNotTheUsersMistakeAndHasNoPrivateNames() throws Exception {
        assertThat(Cli.run("policy", "lint").exit()).isZero();
        Path written = Files.writeString(folder.resolve("mulligan.yaml"), "policy: {template: default, cap: 9h}\n");
        assertThat(Cli.run("policy", "lint", "--config", written.toString()).out())
                .startsWith("cap: is never reached");
        assertThat(Cli.run("retry-config").out())
                .contains("strategies.test")
                .doesNotContain("alex", "cass", "nigel", "codey");
    }
}
