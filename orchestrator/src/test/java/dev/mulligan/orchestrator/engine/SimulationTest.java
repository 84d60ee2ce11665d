package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The engine's own code on the real schema, with everything around it made from a seed: races, frozen and killed workers,
 * power cuts, full disks, users who edit meanwhile. {@code bench/simulate} runs more seeds.
 */
class SimulationTest {

    private static final long SEEDS = Long.getLong("mulligan.seeds", 300);
    private static final long FIRST = Long.getLong("mulligan.firstSeed", 1);

    @Test
    void nothingIsLostNothingHappensTwiceWhateverTheSeed() throws Exception {
        long start = System.nanoTime();
        assertThat(Simulation.first(FIRST, SEEDS, PlantedBug.NONE)).isEmpty();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%d seeds from %d without a violation, %.0f s, %.0f seeds/s%n", SEEDS, FIRST, seconds, SEEDS / seconds);
    }

    @Test
    void aSeedAlwaysTellsTheSameStory() throws Exception {
        try (Simulation simulation = Simulation.open()) {
            for (long seed = 1; seed <= 5; seed++) {
                assertThat(simulation.tell(seed, PlantedBug.NONE)).isEqualTo(simulation.tell(seed, PlantedBug.NONE));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aPlantedBugIsFoundWithinAThousandSeeds(PlantedBug bug) throws Exception {
        var found = Simulation.first(1, 1_000, bug);
        assertThat(found).isPresent();
        System.out.println(bug + " is found at "
                + String.valueOf(found.get()).lines().findFirst().orElse(""));
    }
}
