package dev.mulligan.attempt;

import java.util.Locale;

/** What is different in the next attempt. */
public sealed interface Remedy {

    /** The name used in events and on screens. */
    String wireName();

    /** Remedies that need no further word. */
    enum Simple implements Remedy {
        /** The first attempt: there is nothing to remedy. */
        NOTHING,
        /** The same again; time was the help. */
        WAIT,
        /** Tell the agent what went wrong. */
        ADD_ERROR_CONTEXT,
        /** Change what the last attempt left behind instead of starting over. */
        REPAIR,
        /** Send less. */
        SHRINK_CONTEXT,
        /** A new conversation that carries only what was learnt. */
        FRESH_CONTEXT;

        private final String wireName = name().toLowerCase(Locale.ROOT);

        @Override
        public String wireName() {
            return wireName;
        }
    }

    /** Another way of doing it, by the name of a strategy. */
    record OtherStrategy(String name) implements Remedy {
        @Override
        public String wireName() {
            return "other_strategy";
        }
    }

    record StrongerModel(String model) implements Remedy {
        @Override
        public String wireName() {
            return "stronger_model";
        }
    }

    /** Another model because this one cannot serve: sideways or down, never called an escalation. */
    record FallbackModel(String model) implements Remedy {
        @Override
        public String wireName() {
            return "fallback_model";
        }
    }

    /** Several attempts side by side, the best of which is kept. */
    record Candidates(int count) implements Remedy {
        @Override
        public String wireName() {
            return "candidates";
        }
    }

    /** Go back to a known state first. */
    record RestoreCheckpoint(String id) implements Remedy {
        @Override
        public String wireName() {
            return "restore_checkpoint";
        }
    }
}
