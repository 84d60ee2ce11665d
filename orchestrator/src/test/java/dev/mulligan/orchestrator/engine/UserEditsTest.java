package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * While runs work, a person edits, adds, commits and switches branches: during attempts, between them, after Ctrl-C and
 * after a kill, with one run or two. Not one byte of theirs may be lost.
 */
class UserEditsTest {

    private static final int FIRST = Integer.getInteger("mulligan.edits.first", 0);
    private static final int CASES = Integer.getInteger("mulligan.edits", 8);
    private static final long SEED = Long.getLong("mulligan.seed", 20261116L);

    @TempDir
    Path folder;

    /** How a case goes. */
    private record Way(boolean copies, boolean interrupted, boolean killed, boolean twice) {
        static Way of(int number, Random random) {
            boolean copies = number % 2 == 0;
            int what = number / 2 % 4;
            return new Way(copies, what == 1, what == 2, what == 3 && copies && random.nextBoolean());
        }
    }

    @Test
    void nothingAPersonWritesIsLost() throws Exception {
        for (int number = FIRST; number < FIRST + CASES; number++) {
            Random random = new Random(SEED + number);
            Way way = Way.of(number, random);
            Path at = folder.resolve("case-" + number);
            try (Person person = new Person(at, random, "case " + number + " of seed " + SEED + ", " + way)) {
                person.lives(way);
            }
            remove(at);
            if ((number + 1 - FIRST) % 50 == 0) {
                System.out.println((number + 1 - FIRST) + " cases of edits so far, nothing lost");
            }
        }
        System.out.println(
                CASES + " cases of edits during runs from number " + FIRST + " of seed " + SEED + ", nothing lost");
    }

    /** One case: the person, the files, the runs. */
    private static final class Person implements AutoCloseable {
        private final Path at;
        private final Scene scene;
        private final Random random;
        private final String about;
        private final Map<String, String> written = new LinkedHashMap<>();
        private final AtomicInteger acts = new AtomicInteger();

        Person(Path at, Random random, String about) throws IOException {
            this.at = at;
            this.scene = new Scene(at);
            this.random = random;
            this.about = about;
        }

        void lives(Way way) throws Exception {
            scene.file("shared.txt", "top\n" + "line\n".repeat(20) + "bottom\n")
                    .file("mine.txt", "mine\n")
                    .file(".gitignore", ".env\nbuilt/\n")
                    .commit();
            scene.file(".env", write("env") + "\n").file("draft.txt", write("draft") + "\n");
            String plan = plan(way, "one");
            List<String> runs = new ArrayList<>();
            if (way.killed()) {
                Files.writeString(scene.outside.resolve("plan.yaml"), plan);
                Path store = at.resolve("killed.db");
                CrashProgram.start(scene.root, store, 3 + random.nextInt(14));
                act();
                act();
                CrashProgram.start(scene.root, store, 0);
                try (EventStore opened = EventStore.open(store.toString())) {
                    check(opened.events(opened.flows().newest(1).getFirst().runId(), 0, 100_000), way);
                }
                return;
            }
            int interruptAt = way.interrupted() ? 2 + random.nextInt(12) : -1;
            String first = carriedOut(interruptAt, List.of(scene.order(plan)), "");
            runs.add(first);
            if (way.interrupted() && scene.events(first, RunFinished.class).isEmpty()) {
                act();
                act();
                carriedOut(-1, List.of(), first);
            }
            if (way.twice()) {
                carriedOut(-1, List.of(scene.order(plan(way, "one")), scene.order(plan(way, "two"))), "");
            }
            for (String run : runs) {
                check(scene.store.events(run, 0, 100_000), way);
            }
        }

        /** Until the end, or until so many events have passed. */
        private String carriedOut(int most, List<RunOrder> orders, String resumed) throws Exception {
            AtomicInteger seen = new AtomicInteger();
            CountDownLatch over = new CountDownLatch(most > 0 ? 1 : Math.max(1, orders.size()));
            EngineSetup setup = scene.setup().listener(recorded -> {
                if (random(6) == 0) {
                    act();
                }
                if (recorded.event() instanceof RunFinished || seen.incrementAndGet() == most) {
                    over.countDown();
                }
            });
            String first = resumed;
            try (Engine engine = Engine.start(setup)) {
                for (RunOrder order : orders) {
                    String runId = engine.start(order);
                    first = first.isEmpty() ? runId : first;
                }
                if (!resumed.isEmpty()) {
                    engine.resume(resumed, "test");
                }
                assertThat(over.await(90, TimeUnit.SECONDS)).as(about).isTrue();
                if (most > 0) {
                    engine.pause(first, "interrupted");
                }
            }
            return first;
        }

        private synchronized int random(int bound) {
            return random.nextInt(bound);
        }

        /** Three steps; first attempts make a mess and fail; the person acts while agents are at it. */
        private String plan(Way way, String name) throws IOException {
            String mess = way.copies()
                    ? "echo garbage > mine.txt; rm -f draft.txt; echo x > shared.txt; echo y > .env; mkdir -p built; echo b > built/b"
                    : "echo garbage > agent-mess.txt; mkdir -p built; echo b > built/b";
            String good = way.copies()
                    ? "sed -i \"s/^bottom/bottom $S/\" shared.txt; echo $S > agent-$S.txt"
                    : "echo $S > agent-$S.txt";
            String agent = scene.agent(
                    name,
                    "S=$(echo \"$PROMPT\" | sed -n 's/.*Write \\([a-z0-9]*\\)\\..*/\\1/p' | head -1)\n"
                            + "if [ ! -e \"$OUT/" + name + "-$S\" ]; then : > \"$OUT/" + name + "-$S\"; " + mess + "; "
                            + shell() + "; exit 1; fi\n" + shell() + "\n"
                            + "if [ ! -e \"$OUT/wrong-" + name + "-$S\" ]; then : > \"$OUT/wrong-" + name
                            + "-$S\"; echo wrong > agent-$S.txt; exit 0; fi\n" + good + "\n" + shell());
            StringBuilder plan = new StringBuilder("name: " + name + "\nisolation: " + (way.copies() ? "copy" : "none")
                    + "\nagents: {" + agent + "}\nsteps:\n");
            String before = "";
            for (String step : List.of("a" + name, "b" + name, "c" + name)) {
                plan.append("  - {id: " + step + ", prompt: Write " + step + "., verify: 'grep -qx " + step + " agent-"
                        + step + ".txt', policy: {backoff: fixed, base: 5ms}" + before + "}\n");
                before = ", needs: [" + step + "]";
            }
            return plan.toString();
        }

        private String write(String what) {
            String token = "token-" + what + "-" + acts.incrementAndGet();
            written.put(token, what);
            return token;
        }

        /** What the person does next, as a shell command for the workspace's folder. */
        private synchronized String shell() {
            String go = "cd '" + scene.root + "' && ";
            String in = switch (random.nextInt(6)) {
                case 0 -> "echo " + write("new") + " > user-" + acts.get() + ".txt";
                case 1 -> "echo " + write("mine") + " >> mine.txt";
                case 2 -> "sed -i \"1s/$/ " + write("shared") + "/\" shared.txt";
                case 3 -> "git add -A && git commit -qm by-hand-" + acts.incrementAndGet();
                case 4 -> "git checkout -q -b side-" + acts.incrementAndGet();
                default -> "git checkout -q main";
            };
            // What was really saved is noted, so that a word nobody got to write is not looked for.
            String note = in.contains("token-")
                    ? " && echo " + in.replaceAll(".*(token-[a-z]+-[0-9]+).*", "$1") + " >> '" + scene.outside
                            + "/said'"
                    : "";
            return "(" + go + in + note + ") >/dev/null 2>&1 || true";
        }

        private void act() {
            try {
                Process process = new ProcessBuilder("sh", "-c", shell()).start();
                process.waitFor();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Each word is in the files, in a commit, or in a checkpoint that the output named. */
        private void check(List<Recorded> events, Way way) throws Exception {
            assertThat(events).as(about).anyMatch(recorded -> recorded.event() instanceof RunFinished);
            String files = files(scene.root);
            List<String> named = events.stream()
                    .filter(recorded -> recorded.event() instanceof RollbackPerformed)
                    .map(recorded -> ((RollbackPerformed) recorded.event()).undo())
                    .toList();
            for (Map.Entry<String, String> word : written.entrySet()) {
                boolean there = files.contains(word.getKey()) || committed(word.getKey());
                if (!there && !way.copies()) {
                    there = named.stream().anyMatch(id -> inCheckpoint(id, word.getKey()));
                }
                // Words of an agent's script that was never reached were never written.
                if (!there) {
                    assertThat(everWritten(word.getKey()))
                            .as(about + ": " + word.getKey() + " of " + word.getValue() + " is lost; git status:\n"
                                    + scene.git("status", "--porcelain", "-b"))
                            .isFalse();
                }
            }
            if (way.copies()) {
                // In place, an attempt during which the branch was switched is left as it is.
                assertThat(files).as(about).doesNotContain("garbage");
            }
        }

        /** Files a person has ever saved are in the log that the shell commands keep. */
        private boolean everWritten(String word) throws IOException {
            Path log = scene.outside.resolve("said");
            return Files.exists(log) && Files.readString(log).contains(word + "\n");
        }

        private boolean committed(String word) throws IOException {
            return scene.grep(word).isPresent();
        }

        private boolean inCheckpoint(String id, String word) {
            try {
                return scene.grep(word, "refs/mulligan/checkpoints/" + id).isPresent();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            scene.close();
        }
    }

    private static String files(Path root) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(path).toString();
                if (!name.startsWith(".git/") && !name.startsWith(".mulligan/")) {
                    all.append(Files.readString(path, StandardCharsets.ISO_8859_1))
                            .append('\n');
                }
            }
        }
        return all.toString();
    }

    private static void remove(Path at) throws IOException {
        try (Stream<Path> walk = Files.walk(at)) {
            for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
