package dev.mulligan.record.advice;

import java.util.List;
import java.util.Map;

/**
 * What is known of one stage.
 *
 * @param recent whether the newest runs that reached the stage passed it, newest first; runs that never came so far are
 *     not in it
 * @param here how strategies fared against this very failure
 * @param anywhere how they fared at this stage, whatever the failure
 */
public record StageHistory(List<Boolean> recent, Map<String, Score> here, Map<String, Score> anywhere) {

    public static final StageHistory NONE = new StageHistory(List.of(), Map.of(), Map.of());

    /** How often something was tried, and how often it worked. */
    public record Score(long tries, long successes) {

        /**
         * The rate that is at least true with 95 % confidence (Wilson): one success of one try is less convincing than
         * nine of ten.
         */
        public double atLeast() {
            return Wilson.of(successes, tries).low();
        }
    }

    public StageHistory {
        recent = List.copyOf(recent);
        here = Map.copyOf(here);
        anywhere = Map.copyOf(anywhere);
    }
}
