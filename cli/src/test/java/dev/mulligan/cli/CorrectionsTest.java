package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.support.UnknownFailures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user does about an answer that is wrong or missing: keep it, send it, correct it. */
class CorrectionsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aCorrectionCountsAtOnceAndCanBeForgotten() {
        String text = "zorblax pressure on lane 7";
        assertThat(Cli.run("classify", "--text", text).out()).contains("unknown", "not worth a retry");

        Cli kept = Cli.run("learn", "correct", "rate limit", "--contains", "zorblax pressure", "--name", "zorblax");
        assertThat(kept.exit()).as(kept.err()).isZero();
        assertThat(kept.out()).contains("kept", "zorblax → rate_limit", "no conflict with");
        try {
            assertThat(Cli.run("learn", "rules").out()).contains("zorblax", "rate_limit");
            assertThat(Cli.run("classify", "--text", text).out())
                    .contains("rate_limit", "worth a retry", "zorblax", "your rule");
            Cli again = Cli.run("learn", "correct", "timeout", "--contains", "zorblax pressure", "--name", "zorblax");
            assertThat(again.exit()).isZero();
            assertThat(Cli.run("classify", "--text", text).out()).contains("timeout");
        } finally {
            assertThat(Cli.run("learn", "forget", "zorblax").exit()).isZero();
        }
        assertThat(Cli.run("classify", "--text", text).out()).contains("unknown");
        assertThat(Cli.run("learn", "forget", "zorblax").exit()).isEqualTo(2);
    }

    @Test
    void aCorrectionThatSpoilsKnownFailuresIsRefused() {
        Cli refused = Cli.run("learn", "correct", "auth_error", "--contains", "rate limit");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.out()).contains("not kept", "known failures wrong", "--contains");
        assertThat(Cli.run("learn", "rules").out()).doesNotContain("auth_error");
        assertThat(Cli.run("learn", "correct", "auth_error").exit()).isEqualTo(2);
        assertThat(Cli.run("learn", "correct", "nonsense", "--contains", "some words")
                        .err())
                .contains("rate_limit");
    }

    @Test
    void whatIsUnknownOrCorrectedIsKeptWithoutSecrets() throws Exception {
        String key = "sk-ant-api03-" + "a1B2c3D4".repeat(6);
        String body = Files.writeString(folder.resolve("body"), "florp " + folder.getFileName() + " key=" + key)
                .toString();
        String[] unknown = {
            "classify", "--text", "florp wibble " + folder.getFileName() + " api_key=" + key, "--collect"
        };
        assertThat(Cli.run(unknown).err()).contains("kept in");
        assertThat(Cli.run(unknown).err()).contains("known already");
        assertThat(Cli.run("classify", "--text", "read ECONNRESET", "--collect").err())
                .doesNotContain("kept");
        Cli corrected = Cli.run(
                "classify",
                "--status",
                "503",
                "--body",
                body,
                "--header",
                "authorization: Bearer " + key,
                "--was",
                "overloaded");
        assertThat(corrected.err()).contains("kept in");

        Cli collected = Cli.run("learn", "collected");
        assertThat(collected.out())
                .contains("florp wibble", "\"said\":\"server_error\"", "\"right\":\"overloaded\"")
                .doesNotContain(key);
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(UnknownFailures.file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void explainRunsAScriptAndShowsItsOutputOnce() throws Exception {
        Path script = Files.writeString(
                folder.resolve("check.sh"), "#!/bin/sh\necho 'gizmo 7 jammed: no such cog' >&2\nexit 4\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Cli run = Cli.run("explain", "--collect", "--", script.toString());
        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.out()).containsOnlyOnce("gizmo 7 jammed");
        assertThat(run.out()).doesNotContain("end of stderr");
        assertThat(Cli.run("learn", "collected").out()).contains("\"kind\":\"explain\"", "gizmo 7 jammed");

        assertThat(Cli.run("explain", script.toString()).exit()).isZero();
    }

    @Test
    void explainReadsReports() throws Exception {
        String report = "<testsuite><testcase classname='CartTest' name='total' file='a.py' line='3'>"
                + "<failure message='assert 25 == 30'/></testcase></testsuite>";
        String file = Files.writeString(folder.resolve("report.xml"), report).toString();
        assertThat(Cli.run("explain", "--format", "junit", file).out())
                .contains("CartTest.total", "a.py:3", "25 == 30");
        assertThat(Cli.run("explain", file).out()).contains("CartTest.total");
        assertThat(Cli.run("explain", "--format", "yaml", file).exit()).isEqualTo(2);
    }
}
