package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.store.run.RunStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that share a store and a repository, and no folder. */
class TravelTest {

    /** Nobody here waits until a worker counts as dead, so a machine that is busy may be late with them. */
    private static final Duration BEAT = Duration.ofSeconds(2);

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** A bare repository, and a plan whose agent gets the step's name as {@code $S}. */
    private Path plan(String address, String steps, String verify, String script) throws IOException {
        Path at = folder.resolve("run");
        try (Scene scene = new Scene(at)) {
            scene.file("notes.txt", "start\n").commit();
            scene.git("clone", "-q", "--bare", scene.root.toString(), shared().toString());
            String agent = scene.agent(
                    "coder",
                    "S=$(echo \"$PROMPT\" | sed -n 's/.*Write \\(s[0-9]*\\)\\..*/\\1/p' | head -n 1)\n" + "OUT='"
                            + scene.outside + "'\necho \"$S\" >> \"$OUT/starts\"\n" + script);
            Files.writeString(
                    scene.outside.resolve("plan.yaml"),
                    "name: travel\nworkspace: {git: '" + address + "', ref: main}\nagents: {" + agent + "}\nverify: "
                            + verify + "\nsteps:\n" + steps);
        }
        return at;
    }

    private Path shared() {
        return folder.resolve("shared.git");
    }

    private String git(String... arguments) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("git").directory(shared().toFile()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        return new String(builder.start().getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static RunFinished finished(ClusterScene cluster) {
        assertThat(ClusterScene.until(
                        LONG,
                        () -> !cluster.runs().isEmpty()
                                && List.of(RunStatus.PASSED, RunStatus.FAILED)
                                        .contains(cluster.runs().getFirst().status())))
                .as(cluster::said)
                .isTrue();
        return cluster.events(cluster.runs().getFirst().runId(), RunFinished.class)
                .getFirst();
    }

    @Test
    void stepsOfOneRunWorkOnSeveralMachinesAndTheResultIsABranch() throws Exception {
        try (ClusterScene cluster = new ClusterScene(folder.resolve("c"), store(), BEAT, 1)) {
            Process here = cluster.machine("here");
            cluster.machine("there");
            // Each step also says in which folder it worked.
            Path run = plan(
                    shared().toString(),
                    """
                      - {id: s1, prompt: Write s1., needs: []}
                      - {id: s2, prompt: Write s2., needs: []}
                      - {id: s3, prompt: Write s3., needs: []}
                      - {id: s4, prompt: Write s4., needs: []}
                      - {id: s5, prompt: Write s5., needs: [s1, s2, s3, s4]}
                    """,
                    "'true'",
                    "sleep 0.3\npwd >> \"$OUT/folders\"\n"
                            + "if [ $S = s5 ]; then cat s1 s2 s3 s4 > all; else echo $S > $S; fi");
            ClusterScene.order(here, run);

            assertThat(finished(cluster).success()).as(cluster::said).isTrue();
            String runId = cluster.runs().getFirst().runId();
            String branch = "mulligan/" + runId;
            assertThat(git("show", branch + ":all")).isEqualTo("s1\ns2\ns3\ns4\n");
            assertThat(git("log", "--format=%s", "main.." + branch).lines())
                    .hasSize(5)
                    .startsWith("s5: Write s5.");
            assertThat(git("log", "--format=%s", "main").lines()).containsExactly("start");
            assertThat(git("for-each-ref", "refs/mulligan").lines()).hasSize(1);
            assertThat(cluster.events(runId, CheckpointCreated.class))
                    .extracting(CheckpointCreated::checkpoint)
                    .contains(branch);
            String folders = Files.readString(run.resolve("outside/folders"));
            assertThat(folders).contains("cache-here").contains("cache-there");
        }
    }

    private String store() {
        return folder.resolve("store.db").toString();
    }

    @Test
    void theFilesOfAFailedAttemptAreThereWhereTheNextOneIsMade() throws Exception {
        try (ClusterScene cluster = new ClusterScene(folder.resolve("c"), store(), BEAT, 1)) {
            Process first = cluster.machine("first");
            Path run = plan(shared().toString(), "  - {id: s1, prompt: Write s1.}\n", "'sh check.sh'", """
                    if [ ! -e half ]; then
                      printf 'test -e whole && exit 0\\necho "FAILED check.sh::half"; exit 1\\n' > check.sh
                      echo made-first > half
                    elif [ ! -e "$OUT/second" ]; then
                      echo $PPID > "$OUT/second"; sleep 60
                    else
                      cp half whole
                    fi""");
            ClusterScene.order(first, run);
            assertThat(ClusterScene.until(LONG, () -> Files.exists(run.resolve("outside/second"))))
                    .as(cluster::said)
                    .isTrue();
            first.destroyForcibly().waitFor();
            assertThat(copies("first")).as("what the killed one left").isNotEmpty();
            Process second = cluster.machine("second");

            assertThat(finished(cluster).success()).as(cluster::said).isTrue();
            String runId = cluster.runs().getFirst().runId();
            assertThat(git("show", "mulligan/" + runId + ":whole")).isEqualTo("made-first\n");
            assertThat(cluster.events(runId, StepFinished.class)).hasSize(1);
            assertThat(copies("second")).isEmpty();

            second.destroyForcibly().waitFor();
            Process back = cluster.machine("first");
            ClusterScene.order(back, run);
            assertThat(ClusterScene.until(LONG, () -> copies("first").isEmpty()))
                    .as(cluster::said)
                    .isTrue();
        }
    }

    /** Copies that are there on a machine. */
    private List<Path> copies(String machine) {
        Path at = folder.resolve("c/cache-" + machine + "/mulligan/copies");
        try (Stream<Path> all = Files.walk(at, 2)) {
            return all.filter(path -> at.relativize(path).getNameCount() == 2).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Test
    void ofTwoStepsThatContradictEachOtherTheSecondStartsOverOnTheFirst() throws Exception {
        try (ClusterScene cluster = new ClusterScene(folder.resolve("c"), store(), BEAT, 1)) {
            Process here = cluster.machine("here");
            cluster.machine("there");
            Path run = plan(
                    shared().toString(),
                    "  - {id: s1, prompt: Write s1., needs: []}\n  - {id: s2, prompt: Write s2., needs: []}\n",
                    "'true'",
                    "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do"
                            + " [ $(wc -l < \"$OUT/starts\") -ge 2 ] && break; sleep 0.1; done\n"
                            + "echo \"$(cat notes.txt)-$S\" > notes.txt");
            ClusterScene.order(here, run);

            assertThat(finished(cluster).success()).as(cluster::said).isTrue();
            String runId = cluster.runs().getFirst().runId();
            assertThat(git("show", "mulligan/" + runId + ":notes.txt")).isIn("start-s1-s2\n", "start-s2-s1\n");
            assertThat(Files.readAllLines(run.resolve("outside/starts"))).hasSize(3);
        }
    }

    @Test
    void aRepositoryThatIsAwayForAWhileCostsTime() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (ClusterScene cluster = new ClusterScene(folder.resolve("c"), store(), BEAT, 1)) {
            Path run = plan(
                    "git://127.0.0.1:" + port + "/shared.git",
                    "  - {id: s1, prompt: Write s1.}\n",
                    "'true'",
                    "echo $S > $S\ntouch \"$OUT/worked\"\n" + "while [ ! -e \"$OUT/cut\" ]; do sleep 0.05; done");
            Process daemon = daemon(port);
            try {
                Process worker = cluster.machine("here");
                ClusterScene.order(worker, run);
                assertThat(ClusterScene.until(LONG, () -> Files.exists(run.resolve("outside/worked"))))
                        .as(cluster::said)
                        .isTrue();
            } finally {
                end(daemon);
            }
            Files.createFile(run.resolve("outside/cut"));
            String runId = cluster.runs().getFirst().runId();
            // Nothing that others could not fetch is in the store.
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(2),
                            () -> !cluster.store.flows().journal(runId, "s1").isEmpty()))
                    .isFalse();
            Process again = daemon(port);
            try {
                assertThat(finished(cluster).success()).as(cluster::said).isTrue();
            } finally {
                end(again);
            }
            assertThat(git("show", "mulligan/" + runId + ":s1")).isEqualTo("s1\n");
            assertThat(Files.readAllLines(run.resolve("outside/starts"))).hasSize(1);
        }
    }

    private Process daemon(int port) throws IOException {
        Process daemon = new ProcessBuilder(
                        "git",
                        "daemon",
                        "--reuseaddr",
                        "--listen=127.0.0.1",
                        "--port=" + port,
                        "--export-all",
                        "--enable=receive-pack",
                        "--base-path=" + folder)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("daemon.log").toFile())
                .start();
        ClusterScene.until(LONG, () -> answers(port));
        return daemon;
    }

    private static void end(Process daemon) throws InterruptedException {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
    }

    private static boolean answers(int port) {
        try (var _ = new java.net.Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
