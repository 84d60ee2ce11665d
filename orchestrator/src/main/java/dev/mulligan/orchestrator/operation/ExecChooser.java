package dev.mulligan.orchestrator.operation;

import dev.mulligan.adapt.Advice;
import dev.mulligan.adapt.Strategy;
import java.util.List;

/** Decides what happens after a failure. Advice is advice: a person or a rule has the last word. */
public interface ExecChooser {

    /** What to do next. */
    sealed interface Choice {
        /** {@code by}: who decided, for the record. */
        record Use(String strategy, String by) implements Choice {}

        /** Leave it failed and go on with other things. */
        record Skip(String by) implements Choice {}

        record Abort(String by) implements Choice {}
    }

    Choice choose(Advice advice, String failure);

    /** Whether everything changed since the start may be taken back. */
    boolean mayRollBack(List<String> files);

    /** Takes the advice, but never gives up before its tries are used and never takes work back. */
    ExecChooser CAREFUL = new ExecChooser() {
        @Override
        public Choice choose(Advice advice, String failure) {
            boolean abort = advice.strategy().equals(Advice.ABORT);
            return new Choice.Use(abort ? Advice.RETRY : advice.strategy(), "policy");
        }

        @Override
        public boolean mayRollBack(List<String> files) {
            return false;
        }
    };

    /** Takes all advice, whatever it is: {@code --yes}. */
    ExecChooser ALWAYS = new ExecChooser() {
        @Override
        public Choice choose(Advice advice, String failure) {
            return advice.strategy().equals(Advice.ABORT)
                    ? new Choice.Abort("--yes")
                    : new Choice.Use(advice.strategy(), "--yes");
        }

        @Override
        public boolean mayRollBack(List<String> files) {
            return true;
        }
    };

    /** One strategy for every retry, as {@code --strategy} names it. */
    static ExecChooser always(Strategy strategy, boolean mayRollBack) {
        return new ExecChooser() {
            @Override
            public Choice choose(Advice advice, String failure) {
                return new Choice.Use(strategy.name(), "--strategy");
            }

            @Override
            public boolean mayRollBack(List<String> files) {
                return mayRollBack;
            }
        };
    }
}
