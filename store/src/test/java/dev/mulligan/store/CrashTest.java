package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.store.event.Views;
import dev.mulligan.store.trace.Recorded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process is killed in the middle of writing. {@code -Dmulligan.kills=200} for the long run. */
class CrashTest {

    private static final int KILLS = Integer.getInteger("mulligan.kills", 3);

    @TempDir
    Path folder;

    @Test
    void sqliteLosesNothingItAcknowledged() throws IOException, InterruptedException {
        killAgainAndAgain(folder.resolve("crash.db").toString());
    }

    @Test
    void postgresLosesNothingItAcknowledged() throws IOException, InterruptedException {
        Postgres.assumed();
        killAgainAndAgain(Postgres.freshDatabase());
    }

    private static void killAgainAndAgain(String where) throws IOException, InterruptedException {
        Random random = new Random(42);
        long acknowledged = 0;
        for (int round = 0; round < KILLS; round++) {
            String run = "run-" + round;
            long last = writeAndDie(where, run, random.nextInt(3000));
            acknowledged += last;
            try (EventStore store = EventStore.open(where)) {
                List<Recorded> kept = store.events(run, 0, Integer.MAX_VALUE);
                assertThat(kept.size()).as("round %d", round).isGreaterThanOrEqualTo((int) last);
                assertThat(kept.stream().map(Recorded::seq).toList())
                        .as("round %d: in order, no gap, no duplicate", round)
                        .isEqualTo(
                                LongStream.rangeClosed(1, kept.size()).boxed().toList());
                assertThat(store.views().run(run).map(Views.Run::events).orElse(0L))
                        .as("what follows from events is never behind or ahead of them")
                        .isEqualTo(kept.size());
                assertThat(store.upkeep().check()).isEmpty();
            }
        }
        System.out.println(
                KILLS + " kills, " + acknowledged + " acknowledged, 0 lost: " + where.replaceAll("//.*@", "//"));
        assertThat(acknowledged).isPositive();
    }

    /** The number of the last event that was acknowledged before the end. */
    private static long writeAndDie(String where, String run, int after) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        where,
                        run)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long last = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (!line.equals("open") && !line.isEmpty() && line.chars().allMatch(Character::isDigit)) {
                    long seq = Long.parseLong(line);
                    // A half-written last line names a smaller number and so claims less, never more.
                    last = Math.max(last, seq);
                }
                if (last > after) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        return last;
    }
}
