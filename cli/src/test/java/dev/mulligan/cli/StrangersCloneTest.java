package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that came from a stranger, with everything in it that Mulligan or git could be made to run or replay. */
@Timeout(180)
class StrangersCloneTest {

    @TempDir
    Path scratch;

    private Path clone;
    private Path canary;
    private Path evil;

    @BeforeEach
    void places() {
        clone = scratch.resolve("there/clone");
        canary = scratch.resolve("canary");
        evil = scratch.resolve("evil.sh");
    }

    private void plant(boolean git) throws Exception {
        Files.createDirectories(clone);
        Files.writeString(evil, "#!/bin/sh\nexec sleep 60\n");
        Files.setPosixFilePermissions(evil, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(clone.resolve("a.txt"), "alpha\nbeta\ngamma\n");
        Files.writeString(clone.resolve(".gitattributes"), "* filter=evil diff=evil\n");
        Files.writeString(clone.resolve("mulligan.yaml"), """
                policy: {maxAttempts: 2}
                confirm: never
                ladder: [dear]
                alerts: {webhook: "http://127.0.0.1:9/alerts"}
                """);
        Path home = Files.createDirectories(clone.resolve(".mulligan"));
        openRun(home);
        List<Path> areas = new ArrayList<>(List.of(home));
        if (git) {
            git(clone, "init", "-q", "--template=");
            areas.add(Files.createDirectories(clone.resolve(".git/mulligan")));
        }
        for (Path area : areas) {
            journal(Files.createDirectories(area.resolve("journal/transaction")));
            git(area, "init", "-q", "--bare", "--template=", "shadow.git");
            settings(area.resolve("shadow.git"));
            Files.createDirectories(area.resolve("shadow.git/info"));
            Files.writeString(area.resolve("shadow.git/info/attributes"), "* filter=evil\n");
        }
        Files.writeString(
                Files.createDirectories(home.resolve("exec")).resolve("36758e.json"),
                "{\"retry_attempt\":9,\"retry_history\":[]}");
        if (git) {
            git(clone, "add", "-A", "-f");
            git(clone, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "-m", "planted");
            settings(clone.resolve(".git"));
            for (String hook : List.of("post-checkout", "reference-transaction", "post-index-change", "pre-commit")) {
                Files.copy(
                        evil,
                        Files.createDirectories(clone.resolve(".git/hooks")).resolve(hook));
                Files.writeString(clone.resolve(".git/hooks").resolve(hook), "#!/bin/sh\ntouch " + canary + "\n");
            }
        }
        Files.writeString(evil, "#!/bin/sh\ntouch " + canary + "\n");
    }

    private void settings(Path gitFolder) throws Exception {
        for (String key : List.of("filter.evil.clean", "filter.evil.smudge", "core.fsmonitor", "diff.evil.textconv")) {
            git(gitFolder, "--git-dir=.", "config", key, evil.toString());
        }
    }

    /** A run that any engine which opens this store takes up. */
    private void openRun(Path home) throws IOException {
        String plan = """
                name: planted
                workspace: %s
                agents: {coder: {command: ['%s']}}
                verify: '%s'
                steps: [{id: one, prompt: x}]
                """.formatted(clone, evil, evil);
        try (EventStore store = EventStore.open(home.resolve("store.db").toString());
                Engine engine =
                        Engine.start(EngineSetup.embedded(store, home, Config.EMPTY, new TreeMap<>(System.getenv())))) {
            engine.start(new RunOrder("plan.yaml", plan, clone, List.of(), List.of(), false));
        }
        try (EventStore store = EventStore.open(home.resolve("store.db").toString())) {
            assertThat(store.flows().newest(1).getFirst().status()).isEqualTo(RunStatus.RUNNING);
        }
        // Traces are data and may be shown; here only what the store says counts.
        try (Stream<Path> traces = Files.walk(home.resolve("runs"))) {
            for (Path path : traces.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void journal(Path transaction) throws Exception {
        byte[] planted = "planted\n".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0x4d4a_0001);
        out.writeInt(1);
        out.writeUTF("../x");
        out.writeByte(0);
        out.writeByte(1);
        out.writeUTF("SHA256");
        out.writeUTF(
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(planted)));
        CRC32 sum = new CRC32();
        sum.update(bytes.toByteArray());
        out.writeLong(sum.getValue());
        Files.write(transaction.resolve("manifest"), bytes.toByteArray());
        Files.write(transaction.resolve("new-0"), planted);
    }

    private static void git(Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** Everything beside the clone. */
    private Map<String, String> outside() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(scratch)) {
            for (Path path : all.filter(path -> !path.startsWith(clone)).toList()) {
                found.put(path.toString(), Files.isRegularFile(path) ? Files.readString(path) : "");
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingOfItRunsAndNothingIsWrittenElsewhere(boolean git) throws Exception {
        plant(git);
        Path answer = Files.writeString(
                scratch.resolve("answer.md"), "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n");
        Path plan = Files.writeString(scratch.resolve("plan.yaml"), """
                name: own
                workspace: %s
                agents: {coder: {command: [sh, -c, 'cat >/dev/null; echo mine > mine.txt']}}
                verify: test -s mine.txt
                steps: [{id: mine, prompt: x}]
                """.formatted(clone));
        Map<String, String> before = outside();
        String at = clone.toString();
        List<String> home = List.of("--home", clone.resolve(".mulligan").toString());

        Cli status = cli(home, "status");
        assertThat(status.out()).contains("No runs yet");
        assertThat(status.err()).contains("is no longer read").contains("mulligan store adopt");
        assertThat(cli(home, "status").err()).as("told once").isEmpty();
        assertThat(cli(home, "resume").err()).contains("there is no run to resume");
        assertThat(cli(home, "report").exit()).isZero();
        assertThat(Cli.run("patch", "--workspace", at, "--answer", answer.toString(), "--dry-run")
                        .exit())
                .isZero();
        assertThat(Cli.run("patch", "--workspace", at, "--answer", answer.toString())
                        .exit())
                .isZero();
        JsonObject saved = Json.parseObject(Cli.run("checkpoint", "create", "x", "--json", "--workspace", at)
                .out());
        Files.writeString(clone.resolve("a.txt"), "other\n");
        assertThat(Cli.run("checkpoint", "list", "--workspace", at).exit()).isZero();
        assertThat(Cli.run("checkpoint", "restore", saved.text("id", ""), "--workspace", at)
                        .exit())
                .isZero();
        Cli exec = Cli.run("exec", "--resume", "--workspace", at, "--", "true");
        assertThat(exec.exit()).as(exec.out() + exec.err()).isZero();
        Cli run = cli(home, "run", plan.toString());
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(process("doctor")).contains("is not trusted").contains("mulligan trust");
        if (git) {
            try (ServeProcess serve = ServeProcess.start(clone)) {
                assertThat(serve.said().toString()).contains("mulligan trust " + clone.toRealPath());
                assertThat(serve.get("/api/runs").body()).contains("own").doesNotContain("planted");
            }
        }
        assertThat(canary).doesNotExist();
        assertThat(outside()).isEqualTo(before);
    }

    private static Cli cli(List<String> place, String... arguments) {
        return Cli.run(Stream.concat(Stream.of(arguments), place.stream()).toArray(String[]::new));
    }

    private String process(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(clone.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    @Test
    void aStoreThatCameWithTheCloneIsNotOpenedEvenWhenItIsNamed() throws Exception {
        plant(true);
        String planted = clone.resolve(".mulligan/store.db").toString();
        for (String command : List.of("status", "resume", "report", "worker")) {
            Cli named = Cli.run(command, "--store", planted);
            assertThat(named.exit()).as(command).isEqualTo(2);
            assertThat(named.err()).contains("is tracked by git").contains("copy the file out of the repository");
        }
        assertThat(process("serve", "--port", "0", "--store", planted)).contains("is tracked by git");
        assertThat(canary).doesNotExist();
    }

    @Test
    void aStoreOfAnotherUserOrAnotherMachineIsRefused() throws Exception {
        Path home = Files.createDirectories(scratch.resolve("ws/.mulligan"));
        List<String> place = List.of("--home", home.toString());
        assertThat(cli(place, "status").exit()).isZero();
        Path state = StoreAddress.state(home);
        Files.writeString(state.resolve("store.mark"), "somebody\n");
        assertThat(cli(place, "status").err())
                .contains("was not made on this machine")
                .contains("name it with --store");
        String file = state.resolve("store.db").toString();
        assertThat(Cli.run("status", "--store", file).exit())
                .as("named: the user's word")
                .isZero();
        if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            Files.setAttribute(Path.of(file), "unix:uid", 12_345);
            assertThat(Cli.run("status", "--store", file).err()).contains("belongs to another user");
        }
    }

    /** Events come over and are shown; the run that was open is nobody's to carry out. */
    @Test
    void whatAnOldStoreKnowsIsAdoptedAsData() throws Exception {
        plant(false);
        List<String> home = List.of("--home", clone.resolve(".mulligan").toString());
        Cli adopted = cli(home, "store", "adopt");
        assertThat(adopted.exit()).as(adopted.err()).isZero();
        assertThat(adopted.out()).containsPattern("brought [1-9][0-9]* events over");
        assertThat(cli(home, "store", "adopt").out()).contains("brought 0 events over");
        assertThat(cli(home, "history", "--json").out()).contains("planted");
        assertThat(cli(home, "status").out()).contains("No runs yet");
        assertThat(cli(home, "resume").err()).contains("there is no run to resume");
        assertThat(canary).doesNotExist();
        Path none = Files.createDirectories(scratch.resolve("none/.mulligan"));
        assertThat(cli(List.of("--home", none.toString()), "store", "adopt").err())
                .contains("there is no store");
    }

    @Test
    void linksInThePlaceOfOurFolderAreNotWrittenThrough() throws Exception {
        Path elsewhere = Files.createDirectories(scratch.resolve("elsewhere"));
        clone = Files.createDirectories(scratch.resolve("linked"));
        Files.createSymbolicLink(clone.resolve(".mulligan"), elsewhere);
        Cli exec = Cli.run("exec", "--workspace", clone.toString(), "--", "true");
        assertThat(exec.exit()).isEqualTo(2);
        assertThat(exec.err()).contains("is a link");
        Cli status = Cli.run("status", "--home", clone.resolve(".mulligan").toString());
        assertThat(status.exit()).isEqualTo(2);
        Files.delete(clone.resolve(".mulligan"));
        Files.createDirectory(clone.resolve(".mulligan"));
        Files.createSymbolicLink(clone.resolve(".mulligan/.gitignore"), elsewhere.resolve("made"));
        assertThat(Cli.run("exec", "--workspace", clone.toString(), "--", "true")
                        .err())
                .contains("is a link");
        assertThat(elsewhere).isEmptyDirectory();
    }
}
