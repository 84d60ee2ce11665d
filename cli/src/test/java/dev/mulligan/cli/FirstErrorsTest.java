package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void namesAddressesAndCommandsThatCannotBeMeantAreToldByLineAndField() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                name: demo
                agents:
                  far: {kind: api, model: m, url: 'zzz'}
                  ok: {command: [sh]}
                verify:
                  reviewer: nobody
                steps:
                  - id: a
                    prompt: x
                    agent: ok
                    verify: {commands: ['true'], reviewer: NOSUCHAGENT}
                  - id: b
                    prompt: x
                    needs: [a]
                    verify: 5
                    forbid: [../x]
                  - id: c
                    prompt: x
                    needs: [b]
                    verify: [true]
                  - levls:
                      - L1
                    id: d
                    prompt: x
                    needs: [c]
                """);

        Cli checked = Cli.run("plan", "check", plan.toString());
        Cli ran = Cli.run("run", plan.toString());

        assertThat(checked.exit()).isEqualTo(2);
        assertThat(checked.err().lines().map(line -> line.replaceAll("^.*plan.yaml:(\\d+):(\\d+): ", "$1:$2 ")))
                .as(checked.err())
                .satisfiesExactly(
                        line -> assertThat(line).contains("has 7 mistakes"),
                        line -> assertThat(line).startsWith("3:35 url 'zzz' is not an address"),
                        line -> assertThat(line).isEqualTo("6:13 reviewer nobody is not one of far, ok"),
                        line -> assertThat(line).isEqualTo("11:44 reviewer NOSUCHAGENT is not one of far, ok"),
                        line -> assertThat(line).startsWith("15:13 verify is a command, not 5"),
                        line -> assertThat(line).startsWith("16:13 forbid lists paths in the workspace, not ../x"),
                        line -> assertThat(line).startsWith("20:14 verify is a command, not true"),
                        line -> assertThat(line).startsWith("21:5 levls is not known here"),
                        line -> assertThat(line).contains("nothing was changed"));
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("plan.yaml:3:35: url 'zzz'").doesNotContain("Exception");
    }

    @Test
    void aFilterThatCanFindNothingIsRefusedAndAnEmptyAnswerSaysWhy() throws Exception {
        Files.createDirectory(folder.resolve("shop"));
        String home = folder.resolve("shop/.mulligan").toString();
        Cli.run("exec", "--workspace", folder.resolve("shop").toString(), "--", "true");

        Cli limit = Cli.run("history", "--home", home, "--limit", "-1");
        Cli status = Cli.run("history", "--home", home, "--status", "zzz");
        Cli failed = Cli.run("history", "--home", home, "--status", "failed");
        Cli type = Cli.run("report", "--home", home, "--type", "overloadd");
        Cli layer = Cli.run("report", "--home", home, "--layer", "zzz");

        assertThat(limit.exit()).isEqualTo(2);
        assertThat(limit.err()).startsWith("mulligan: --limit -1 shows nothing");
        assertThat(status.exit()).isEqualTo(2);
        assertThat(status.err())
                .contains("--status 'zzz' is not known")
                .contains("running, waiting, held, paused, interrupted, passed");
        assertThat(failed.out()).contains("No run here is failed.");
        assertThat(type.exit()).isEqualTo(2);
        assertThat(type.err()).contains("did you mean overloaded?");
        assertThat(layer.err()).contains("There are provider, attempt.");
    }

    @Test
    void explainSaysWhenThereIsNoSuchFileAndWhenItIsNotOfTheFormat() throws Exception {
        Cli missing = Cli.run("explain", "nosuch.log");
        assertThat(missing.exit()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no file nosuch.log, and no program of that name");
        assertThat(Cli.run("explain", folder.toString()).err()).contains("is a folder");

        Path text = Files.writeString(folder.resolve("out.log"), "FAILED test_a\n");
        for (String format : java.util.List.of("junit", "tap", "sarif", "json")) {
            Cli wrong = Cli.run("explain", "--format", format, text.toString());
            assertThat(wrong.exit()).as(format).isEqualTo(2);
            assertThat(wrong.err()).contains("out.log is not " + format);
        }
        Path sarif = Files.writeString(folder.resolve("a.sarif"), "{\"version\":\"2.1.0\",\"runs\":[]}");
        assertThat(Cli.run("explain", "--format", "sarif", sarif.toString()).exit())
                .isZero();
        Path junit = Files.writeString(
                folder.resolve("a.xml"), "<testsuite tests='1'><testcase name='a' classname='B'/></testsuite>");
        assertThat(Cli.run("explain", "--format", "junit", junit.toString()).exit())
                .isZero();
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

    /** What a value should be is said in words, not in types of Java. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port abc            | --port: 'abc' is not a whole number
            --budget-session much | --budget-session: 'much' is not a number
            --project shop        | --project: 'shop' is not of the form NAME=POLICY
            --slots 0             | --slots 0 is too few
            --access-log /no/such/folder/log | --access-log: cannot write /no/such/folder/log: its folder does not exist
            """)
    void wrongValuesAreSentences(String arguments, String said) {
        List<String> all = new ArrayList<>(List.of("serve", "--store", "none", "--port", "0"));
        all.addAll(List.of(arguments.split(" ")));
        Cli serve = Cli.run(all.toArray(String[]::new));
        assertThat(serve.exit()).isEqualTo(2);
        assertThat(serve.err()).startsWith("mulligan: " + said);
    }

    @Test
    void aPortInUseAndAPlaceThatCannotBeWrittenAreSentences() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli demo = Cli.run("demo", "--port", String.valueOf(taken.getLocalPort()));
            assertThat(demo.exit()).isEqualTo(2);
            assertThat(demo.err())
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": Address already in use")
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

    private Path plan(String more) throws IOException {
        return Files.writeString(
                folder.resolve("plan.yaml"),
                "name: demo\nagents: {own: {command: [sh]}}\nverify: 'true'\nsteps:\n  - {id: one, prompt: x" + more
                        + "}\n");
    }

    /** A run that starts with a policy nobody can mean would fail at every step. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            policy: {tempalte: patient}                             | mulligan.yaml:1:10: tempalte is not known here; did you mean template?
            stages: {change: {maxAttempts: lots}}                   | mulligan.yaml:1:32: maxAttempts: lots: must be a number
            tools: {bash: {attemptTimeout: 5}}                      | attemptTimeout: 5: is not a duration
            'policy: {base: 1m, cap: 2m}\nsteps: {one: {cap: 1s}}' | cap: 1s: is smaller than the base delay 1m
            """)
    void aPolicyThatCannotBeMeantIsToldBeforeAnythingStarts(String written, String said) throws Exception {
        String plan = plan("").toString();
        String config = Files.writeString(folder.resolve("mulligan.yaml"), written.replace("\\n", "\n"))
                .toString();
        String home = folder.resolve(".mulligan").toString();
        for (Cli refused : List.of(
                Cli.run("plan", "check", plan, "--config", config),
                Cli.run("run", plan, "--config", config, "--home", home),
                Cli.run("exec", "--config", config, "--item", "one", "--workspace", folder.toString(), "--", "true"))) {
            assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).contains(said).doesNotContain("Exception");
        }
    }

    @Test
    void aCommandThatIsNotThereCostsNoAgent() throws Exception {
        Path called = folder.resolve("called");
        String workspace = folder.toString();
        Cli typo = Cli.run(
                "exec", "--no-record", "--workspace", workspace, "--agent", "touch " + called, "--", "pytset", "-q");
        assertThat(typo.exit()).isEqualTo(2);
        assertThat(typo.err()).contains("pytset is not installed, or not on the PATH");

        Cli quoted = Cli.run("exec", "--no-record", "--workspace", workspace, "--", "npm test | cat");
        assertThat(quoted.exit()).isEqualTo(2);
        assertThat(quoted.err())
                .contains("there is no program named 'npm test | cat'")
                .contains("without the quotes");
        assertThat(called).doesNotExist();
    }

    @Test
    void aPlanThatIsNoTextSaysWhere() throws Exception {
        Path plan = folder.resolve("latin.yaml");
        Files.writeString(plan, "name: demo\nsteps: # Pr\u00fcfe\n", StandardCharsets.ISO_8859_1);
        for (Cli refused : List.of(Cli.run("plan", "check", plan.toString()), Cli.run("run", plan.toString()))) {
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.err()).contains(plan + ": is not text in UTF-8 from line 2 on; save it as UTF-8");
        }
        Cli place = Cli.run("run", folder.toString());
        assertThat(place.err()).contains(folder + " is a folder, not a plan");
    }

    @Test
    void aWordThatIsNotOneOfAFewIsToldWithThose() {
        Cli exec = Cli.run("exec", "--operation", "tset", "--", "true");
        assertThat(exec.err())
                .startsWith("mulligan: --operation 'tset' is not known; did you mean test? (there are test, review,");
        assertThat(Cli.run("exec", "--timeout", "1", "--", "true").err())
                .startsWith("mulligan: --timeout: 1: is not a duration")
                .doesNotContain("policy");
        assertThat(Cli.run("completion", "tcsh").err())
                .startsWith("mulligan: 'tcsh' is not known")
                .contains("there are bash, zsh, fish");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Main.wrapped("help", "run")).containsExactly("run", "--help");
        assertThat(Main.wrapped("help")).containsExactly("--help");
    }
}
